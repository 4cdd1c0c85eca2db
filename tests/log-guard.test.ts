import { signNewEvents } from '@fynbos/application/audit/checkpoints.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { assertLogHolds, compareLog, LogMismatch } from '@fynbos/event-store/own-log/log-guard.ts';
import { logMismatch } from '@fynbos/platform/metrics.ts';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminToken, newAgent, registrationForm } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { command } from './support/command.ts';
import { freshDatabase } from './support/database.ts';

const QUICK = { everyMs: 50, retryMs: 20, graceMs: 2_000 };

let running: RunningApp;
let token: string;
let lines: { level: string; msg: string }[];

const readyz = () => request(running.app).get('/readyz');
const agents = () => request(running.app).get('/api/admin/travel-agents?range=[0,9]').auth(token, { type: 'bearer' });
const register = () => request(running.app).post('/api/travel-agency/register').send(registrationForm());
const becomes = (status: number) => expect.poll(async () => (await readyz()).status).toBe(status);
const sign = () => {
  const { log, now } = running.services;
  return signNewEvents({ log, db: running.pool, storeKind: 'postgres', folder: null, now });
};
const checkpoints = async () => {
  const { rows } = await running.admin.query(
    `select "projection", "partition", "position" from engine.checkpoints order by 1, 2`,
  );
  return rows;
};
const errors = () => lines.filter(({ level, msg }) => level === 'error' && msg.includes('event log'));

/** Removes the last events and stores them separately, like a server that was set back. */
const cutOffSql = (count: number): string =>
  `create table aside as with gone as (delete from eventstore.events where position in
     (select position from eventstore.events order by position desc limit ${count}) returning *) select * from gone`;
const restoreRemovedSql = 'insert into eventstore.events overriding system value select * from aside; drop table aside';
const cutOff = (count: number) => running.admin.query(cutOffSql(count));
const restoreRemoved = () => running.admin.query(restoreRemovedSql);

beforeEach(async () => {
  lines = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
  running = await runApp({ guard: QUICK, logTo, env: { RATE_LIMIT_SCALE: '100' } });
  token = await adminToken(running, ADMIN);
  await newAgent(running);
  await running.folded('agents', 'admins', 'audit-log');
});
afterEach(() => running.close());

describe('a running portal', () => {
  test('refuses commands while the log is incomplete, keeps answering reads, and resumes without a restart', async () => {
    expect((await readyz()).body.dependencies['event-log']).toBe('ok');
    await cutOff(3);
    await becomes(503);
    expect((await readyz()).body.dependencies['event-log']).toMatch(/ends at .* has processed events up to .* missing/);
    const refused = await register();
    expect(refused.status).toBe(503);
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.body.message).toContain('Nothing can be saved at the moment.');
    expect((await agents()).status).toBe(200);
    expect((await logMismatch.get()).values[0]?.value).toBe(1);
    await restoreRemoved();
    await becomes(200);
    expect((await logMismatch.get()).values[0]?.value).toBe(0);
    await newAgent(running);
    await running.folded('agents');
    // Once in total, not at each comparison.
    expect(errors()).toHaveLength(1);
  });

  test('processes nothing from another log, not even events after the checkpoints', async () => {
    await sign();
    await running.folded('agents');
    await running.admin.query(
      `create table aside as select * from eventstore.events;
       update eventstore.events set id = gen_random_uuid(), metadata = jsonb_set(metadata::jsonb, '{hash}', '"00"')
       where "streamId" = 'log-checkpoints'`,
    );
    await becomes(503);
    expect((await readyz()).body.dependencies['event-log']).toContain('not the event log of this installation');
    const before = await checkpoints();
    await running.admin.query(
      `insert into eventstore.events (epoch, "transactionId", "streamId", revision, id, type, data, metadata, "recordedAt")
       select epoch + 1, "transactionId", 'agent-999', revision, gen_random_uuid(), type, data, metadata, "recordedAt"
       from aside where "streamId" like 'agent-%' and revision = 0 limit 1`,
    );
    // Two sweeps of the subscriptions.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await checkpoints()).toEqual(before);
    // Permissions are read from the read models.
    expect((await agents()).status).toBe(200);
    await running.admin.query('truncate eventstore.events');
    await restoreRemoved();
    await becomes(200);
  });

  test('accepts commands while the log is behind for a moment', async () => {
    const seen: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      // One call, so that the moment does not depend on this process.
      await running.admin.query(`begin; ${cutOffSql(1)}; commit; select pg_sleep(0.1); ${restoreRemovedSql}`);
      seen.push(running.services.gate.refusal);
    }
    expect(seen).toEqual([null, null, null]);
    expect(errors()).toEqual([]);
  });
});

describe('a start', () => {
  const open = () => openEventLog(running.config, running.pool);
  const starts = async (graceMs = QUICK.graceMs) =>
    assertLogHolds({ gate: (await open()).gate, db: running.pool }, { ...QUICK, graceMs });

  test('succeeds with an intact log and with a new one', async () => {
    await sign();
    await starts();
    const empty = await freshDatabase();
    try {
      const { gate } = await openEventLog(running.config, empty.pool());
      await assertLogHolds({ gate, db: empty.pool() }, QUICK);
    } finally {
      await empty.drop();
    }
  });

  test('is refused when events are missing, and waits for a log that returns in time', async () => {
    await cutOff(2);
    await expect(starts()).rejects.toThrow(LogMismatch);
    await expect(starts()).rejects.toThrow(/events are missing.*put the data of the event store back/);
    const waiting = starts(60_000);
    await restoreRemoved();
    await waiting;
  });

  test('is refused with an empty log and when the signed checkpoint is missing or different', async () => {
    await sign();
    const { raw } = (await open()).gate;
    await running.admin.query(`create table aside as select * from eventstore.events`);
    await running.admin.query(`delete from eventstore.events where "streamId" = 'log-checkpoints'`);
    await running.admin.query('delete from engine.checkpoints');
    expect(await compareLog(raw, running.pool)).toMatchObject({ kind: 'behind' });
    await running.admin.query('truncate eventstore.events');
    expect((await compareLog(raw, running.pool))?.message).toContain('is empty');
    await restoreRemoved();
    expect(await compareLog(raw, running.pool)).toBeNull();
    await running.admin.query(
      `update eventstore.events set metadata = jsonb_set(metadata::jsonb, '{hash}', '"00"') where "streamId" = 'log-checkpoints'`,
    );
    expect(await compareLog(raw, running.pool)).toMatchObject({ kind: 'other' });
  });

  test('ends each process with the configuration exit code and instructions', async () => {
    await cutOff(2);
    const { config } = running;
    const env = {
      DATABASE_URL: config.databaseUrl,
      MASTER_KEY: config.masterKey,
      JWT_SECRET: config.jwtSecret,
      PORT: '18399',
      DEMO: '0',
      LOG_LEVEL: 'fatal',
    };
    // At once, because each waits for the log to return.
    const mains = ['services/api/main.ts', 'services/workers/projections.ts', 'services/workers/reactors.ts'];
    for (const { code, output } of await Promise.all(mains.map((main) => command(main, [], env)))) {
      expect(output).toContain('events are missing');
      expect(output).toContain('EVENTSTORE_URL');
      expect(code).toBe(78);
    }
  });
});
