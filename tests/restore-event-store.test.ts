import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { newStream } from '@fynbos/event-store/event-log.ts';
import { copyEvents } from '@fynbos/event-store/move-events.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { unfinishedRestore } from '@fynbos/platform/unfinished-restore.ts';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { backUp, backUpKeys } from '../scripts/backup/back-up.ts';
import { type Restored, restore } from '../scripts/backup/restore.ts';
import { dashboard } from '../services/api/testing/call.ts';
import { adminToken, newAgent, type SignedInAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { nextIds } from '../services/application/auth/schema.ts';
import { recordErased } from '../services/application/erasure/erasure-register.ts';
import { handle } from '../services/application/handle.ts';
import { decisionOf } from '../services/application/payouts/testing/payout-harness.ts';
import { openProgramme } from '../services/application/reward-policy/current-policy.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

/**
 * Rows and keys in one database, events in another store with its own backup, here another Postgres: the restore target
 * has only the rows, and receives the other store's log.
 */

let home: string;
let running: RunningApp;
let runId: string;
let database: FreshDatabase;
const folders = () => ({ folder: path.join(home, 'data'), keysFolder: path.join(home, 'keys') });
const eventsOf = (of: FreshDatabase) => postgresEventStore({ db: of.pool() });
/** The restore closes the store that it receives. */
const runningEvents = () => ({ ...running.store, close: async () => undefined });
const backup = (changes: Partial<Parameters<typeof backUp>[0]> = {}) =>
  backUp({ db: running.pool, eventStoreDb: running.store, now: new Date(), ...folders(), ...changes });
const restoring = (changes: Partial<Parameters<typeof restore>[0]> = {}): Promise<Restored> =>
  restore({
    db: database.pool(),
    now: new Date(),
    store: runningEvents(),
    ...folders(),
    config: { ...running.config, eventStoreUrl: 'esdb://events.example:2113' },
    ...changes,
  });

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'event-store-'));
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  await openProgramme(running.services);
  running.clock.now = new Date('2026-11-09T08:00:00.000Z');
  const { id: agentId } = await newAgent(running, { bankAccountNumber: '62011111113' });
  running.pass(73 * HOUR_MS);
  const context = { actor: { kind: 'system', id: 'test' } as const, now: running.clock.now, correlationId: 'test' };
  const decision = decisionOf(agentId, 'RES-1');
  const reward = { type: 'PostReward' as const, agentId, decision };
  await handle(running.services.log, {
    decider: rewardsAccountDecider,
    streamId: accountStreamOf(agentId),
    command: reward,
    context,
  });
  const admin = dashboard(running, await adminToken(running, ADMIN));
  const { body } = await admin.post('payouts', { cutOff: '2026-11-12', payDate: '2026-11-13' });
  runId = body.id;
  // Freezing also creates the keys that encrypt the run's lines.
  const frozen = async () => expect((await admin.get(`payouts/${runId}`)).body.status).toBe('frozen');
  await vi.waitFor(frozen, 60_000);
  await backup();
});
afterAll(async () => {
  await running.close();
  await rm(home, { recursive: true });
});
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

describe('a log that is not that of the backup', () => {
  let other: FreshDatabase;
  beforeEach(async () => {
    other = await freshDatabase();
    await migrateEventStore(other.pool());
  });
  afterEach(() => other.drop());

  const loaded = async () => {
    const { rows } = await database.pool().query(`select from pg_namespace where nspname in ('auth', 'keys')`);
    return rows.length > 0;
  };

  test('is refused for another kind of store before anything is loaded', async () => {
    await expect(restoring({ config: running.config })).rejects.toThrow('set EVENTSTORE_URL');
    const within = { folder: path.join(home, 'within'), keysFolder: path.join(home, 'within-keys') };
    await backup({ eventStoreDb: null, ...within });
    await expect(restoring(within)).rejects.toThrow('Restore without EVENTSTORE_URL');
    expect(await loaded()).toBe(false);
  });

  test('is refused while it is empty, stays unchanged, and the portal does not start', async () => {
    await expect(restoring({ store: eventsOf(other) })).rejects.toThrow('ends at no event');
    expect(await unfinishedRestore(database.pool())).not.toBeNull();
    expect((await other.pool().query('select from eventstore.events')).rows).toEqual([]);
    const { resumed, held, verification, reaches } = await restoring();
    expect([resumed, held.map((run) => run.runId), verification.intact, reaches]).toEqual([true, [runId], true, true]);
    expect(await unfinishedRestore(database.pool())).toBeNull();
  });

  test('is refused when it ends before the backup or is another log', async () => {
    // Files of an earlier day: the same events at the same positions, without the last one.
    const { rows } = await running.pool.query(
      `select json_agg(e) as events from (select * from eventstore.events order by position limit 9) e`,
    );
    await other.pool().query(
      `insert into eventstore.events overriding system value
       select * from json_populate_recordset(null::eventstore.events, $1::json)`,
      [JSON.stringify(rows[0].events)],
    );
    await expect(restoring({ store: eventsOf(other) })).rejects.toThrow('but the backup needs it up to');
    await other.pool().query('update eventstore.log set epoch = 9');
    await copyEvents(running.store, eventsOf(other));
    await expect(restoring({ store: eventsOf(other) })).rejects.toThrow('another log than the backup');
  });

  test('is recognised by the positions of reactions in backups without the end of the log', async () => {
    const older = { folder: path.join(home, 'older'), keysFolder: path.join(home, 'older-keys') };
    await backup(older);
    const [name] = await readdir(older.folder);
    const file = path.join(older.folder, name as string, 'manifest.json');
    const { logEnd, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
    expect(await running.store.readEvent(logEnd.eventId)).toMatchObject({ position: logEnd.position });
    await writeFile(file, JSON.stringify(manifest));
    await expect(restoring({ ...older, store: eventsOf(other) })).rejects.toThrow('ends at no event');
    expect(await restoring(older)).toMatchObject({ reaches: false, resumed: true, verification: { intact: true } });
  });
});

describe('a log that continued after the copy of the database', () => {
  let late: SignedInAgent[];
  let forgotten: string;
  let again: RunningApp | undefined;
  /** The keys from before the log grew. */
  const early = () => ({ keysFolder: path.join(home, 'early-keys') });

  beforeAll(async () => {
    await backUpKeys({ db: running.pool, eventStoreDb: running.store, now: new Date(), ...early() });
    late = [await newAgent(running, { surname: 'Late' }), await newAgent(running)];
    const { id } = await newAgent(running);
    forgotten = `agent-${id}`;
    await running.services.log.keys.destroy(forgotten);
    await running.services.log.append([
      {
        stream: newStream('enquiry-70'),
        events: [{ type: 'EnquiryReceived', data: { personal: { text: 'Where is it?' } } }],
        context: { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'test' },
      },
    ]);
  });
  afterEach(async () => {
    await again?.close();
    again = undefined;
  });

  /** Starts the product on the restored data with the whole log. */
  async function started(): Promise<RunningApp> {
    await copyEvents(running.store, eventsOf(database));
    again = await runApp({ database, env: { RATE_LIMIT_SCALE: '100' } });
    again.clock.now = running.clock.now;
    await again.folded('agents');
    return again;
  }
  const agentIn = async (app: RunningApp, id: number) =>
    dashboard(app, await adminToken(app, ADMIN)).get(`travel-agents/${id}`);
  const keyOf = async (subject: string): Promise<unknown> => {
    const { rows } = await database
      .pool()
      .query('select "wrappedKey" is null as gone from keys."subjectKeys" where subject = $1', [subject]);
    return rows[0];
  };

  test('keeps all people with later keys, and reuses no number', async () => {
    await backUpKeys({ db: running.pool, eventStoreDb: running.store, now: new Date(), ...folders() });
    const { lostKeys, verification } = await restoring();
    expect([lostKeys, verification.intact]).toEqual([[], true]);
    const [one] = late as [SignedInAgent];
    const app = await started();
    expect((await agentIn(app, one.id)).body).toMatchObject({ surname: 'Late' });
    expect(await keyOf(forgotten)).toEqual({ gone: true });
    const fresh = await newAgent(app);
    expect(fresh.id).toBeGreaterThan(Number(forgotten.slice('agent-'.length)));
    expect((await agentIn(app, fresh.id)).status).toBe(200);
    expect(await nextIds(app.pool, 'enquiry')).toEqual([71]);
  });

  test('reuses no number that only the checkpoint archive knows', async () => {
    const checkpointFolder = path.join(home, 'archive');
    const requestId = '00000000-0000-4000-8000-000000000017';
    const facts = { requestId, kept: [], keptUntil: null, forgottenAt: '2026-11-12T08:00:00.000Z' };
    await recordErased(checkpointFolder, { agentId: 500, ...facts });
    const config = { ...running.config, eventStoreUrl: 'esdb://events.example:2113', checkpointFolder };
    await restoring({ config });
    expect(await nextIds(database.pool(), 'agent')).toEqual([501]);
  });

  test('is refused with earlier keys, with the number of streams they cannot decrypt', async () => {
    await expect(restoring(early())).rejects.toThrow(
      /^4 streams of the log contain encrypted data .*agent-\d+, .*, …\)/,
    );
    expect(await unfinishedRestore(database.pool())).not.toBeNull();
    for (const { id } of late) expect(await keyOf(`agent-${id}`)).toBeUndefined();
  });

  test('continues without lost keys on request: their data stays encrypted and the rest works', async () => {
    const { lostKeys } = await restoring({ ...early(), acceptLostKeys: true });
    expect(lostKeys).toEqual([...late.map(({ id }) => `agent-${id}`), forgotten, 'enquiry-70']);
    const [one] = late as [SignedInAgent];
    const app = await started();
    expect(await agentIn(app, one.id)).toMatchObject({ status: 200, body: { surname: '' } });
    expect(await keyOf(`agent-${one.id}`)).toEqual({ gone: true });
    const { emailAddress, password } = one.form;
    const signIn = { emailAddress, password, communicationMethod: '' };
    const statuses = [
      (await request(app.app).post('/api/auth/login').send(signIn)).status,
      (await request(app.app).post('/api/travel-agency/register').send(one.form)).status,
    ];
    expect(statuses).toEqual([401, 409]);
    const fresh = await newAgent(app);
    expect((await agentIn(app, fresh.id)).body).toMatchObject({ surname: fresh.form.surname });
  });
});
