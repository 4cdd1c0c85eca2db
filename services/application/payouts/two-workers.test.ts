import { createHash } from 'node:crypto';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { seal } from '@fynbos/platform/crypto/sealing.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { PayoutFiles } from './bank-files/file-store.ts';
import { decisionOf, PayoutHarness } from './testing/payout-harness.ts';

let database: FreshDatabase;
let harness: PayoutHarness;
const gates: Gate[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [balances, payouts, payoutLines]);
  for (const agentId of [1, 2, 3]) {
    await harness.addAgent(agentId);
    await harness.post(agentId, decisionOf(agentId, `R${agentId}`));
  }
});
afterEach(() => {
  for (const gate of gates.splice(0)) gate.open();
  return database.drop();
});

/** A point at which a worker waits until the test releases it. */
class Gate {
  readonly reached: Promise<void>;
  private arrive!: () => void;
  private readonly opened: Promise<void>;
  open!: () => void;
  private isUsed = false;

  constructor() {
    gates.push(this);
    this.reached = new Promise((resolve) => {
      this.arrive = resolve;
    });
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  /** Blocks the first caller until `open`; later callers pass. */
  async pass(): Promise<void> {
    if (this.isUsed) return;
    this.isUsed = true;
    this.arrive();
    await this.opened;
  }
}

const itsOwn = (target: object, name: string | symbol): unknown => {
  const own = Reflect.get(target, name, target);
  return typeof own === 'function' ? own.bind(target) : own;
};

/** `before` runs before each statement of the pool; `session` replaces each session that is taken. */
function watched(before: (sql: string) => Promise<void>, session: (client: pg.PoolClient) => pg.PoolClient): pg.Pool {
  const query = async (sql: string, values?: unknown[]) => {
    await before(sql);
    return harness.db.query(sql, values);
  };
  const get = (pool: pg.Pool, name: string | symbol): unknown => {
    if (name === 'connect') return async () => session(await pool.connect());
    return name === 'query' ? query : itsOwn(pool, name);
  };
  return new Proxy(harness.db, { get });
}

/** A pool on which the advisory lock is always granted, as if Postgres had lost the session that held it. */
const withoutLock = (before: (sql: string) => Promise<void> = async () => undefined): pg.Pool =>
  watched(before, (client) => {
    const query = async (sql: string, values?: unknown[]) =>
      String(values?.[0]).startsWith('payout-run ') ? { rows: [{ free: true }] } : client.query(sql, values);
    return new Proxy(client, { get: (target, name) => (name === 'query' ? query : itsOwn(target, name)) });
  });

/** Starts work that the caller awaits later. */
function begun<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const approve = () => harness.run('r1', { type: 'ApprovePayoutRun', by: '2' }, '2');
const about = { agentId: 2, holdId: 'h1', today: '2026-11-16' };
const hold = () => harness.account(2, { type: 'PlacePayoutHold', ...about, signal: 'Query', reason: 'x' });
const release = () => harness.account(2, { type: 'ReleasePayoutHold', limitCents: null, ...about, reason: 'x' });

describe('a worker that lost its lock and does not know it', () => {
  test('does not change files that another worker wrote', async () => {
    await harness.propose('r1');
    await approve();
    const gate = new Gate();
    const db = withoutLock((sql) => (sql.includes('insert into finance') ? gate.pass() : Promise.resolve()));
    const late = begun(harness.work('r1', { db }));
    await gate.reached;
    await hold();
    const { state } = await harness.work('r1', { db: withoutLock() });
    expect(state).toMatchObject({ status: 'exported', sent: { lines: 2 }, dropped: { lines: 1 } });
    gate.open();
    await expect(late).rejects.toThrow(StoreUnavailable);
    for (const { format, sha256: recorded } of state.files)
      expect(sha256(await harness.fileOf('r1', format))).toBe(recorded);
    expect(await harness.fileOf('r1', 'csv')).not.toContain('FT2');
    expect((await harness.accountOf(2)).payouts.get('r1')).toMatchObject({ outcome: 'released', reason: 'OnHold' });
  });

  test('releases no line that another worker sent to the bank', async () => {
    await harness.propose('r1');
    await approve();
    const gate = new Gate();
    const readLast = harness.store.readLast.bind(harness.store);
    harness.store.readLast = async (ids) => {
      await gate.pass();
      return readLast(ids);
    };
    const late = begun(harness.work('r1', { db: withoutLock() }));
    await gate.reached;
    expect((await harness.work('r1', { db: withoutLock() })).state.sent.lines).toBe(3);
    await hold();
    gate.open();
    await expect(late).rejects.toThrow(StoreUnavailable);
    expect((await harness.accountOf(2)).reservation?.runId).toBe('r1');
    expect((await harness.answer('r1', 'a1', [], 'paid')).state).toMatchObject({
      status: 'settled',
      paid: { lines: 3 },
    });
    await release();
    expect((await harness.propose('r2')).state.frozen.lines).toBe(0);
  });

  test('leaves dropped lines to the worker that continues', async () => {
    await harness.propose('r1');
    await hold();
    await approve();
    const append = harness.store.appendMany.bind(harness.store);
    harness.store.appendMany = async (batch) => {
      if (batch.some(({ streamId }) => streamId === accountStreamOf(2))) throw new Error('crash');
      return append(batch);
    };
    await expect(harness.resumeRun('r1')).rejects.toThrow('crash');
    harness.store.appendMany = append;
    expect((await harness.accountOf(2)).reservation?.runId).toBe('r1');
    expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'exported', sent: { lines: 2 } });
    expect((await harness.accountOf(2)).payouts.get('r1')).toMatchObject({ outcome: 'released', reason: 'OnHold' });
  });

  test('adds no chunk to those that another worker froze, and releases none', async () => {
    harness.agentsPerChunk = 1;
    await harness.begin('r1');
    const gate = new Gate();
    const stop = new AbortController();
    const append = harness.store.appendMany.bind(harness.store);
    let chunks = 0;
    harness.store.appendMany = async (batch) => {
      const isOfRun = batch.some(({ streamId }) => streamId === 'payout-run-r1');
      if (isOfRun) await gate.pass();
      const outcome = await append(batch);
      if (isOfRun && ++chunks === 2) stop.abort();
      return outcome;
    };
    await harness.catchUp();
    const late = begun(harness.work('r1', { db: withoutLock() }));
    await gate.reached;
    await expect.poll(async () => (await harness.accountOf(3)).reservation?.runId).toBe('r1');
    // The other worker waits for read models that include the late worker's entries.
    const folding = setInterval(() => void harness.catchUp().catch(() => undefined), 200);
    await expect(harness.work('r1', { db: withoutLock() }, stop.signal))
      .rejects.toThrow('the process is stopping')
      .finally(() => clearInterval(folding));
    gate.open();
    await expect(late).rejects.toThrow(StoreUnavailable);
    expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'frozen', chunks: 3, frozen: { lines: 3 } });
    expect((await harness.approve('r1')).state).toMatchObject({ sent: { lines: 3, nettCents: 450_00 } });
  });

  test('keeps no reservation for an agent whom another worker left out of the run', async () => {
    await hold();
    await harness.begin('r1');
    const gate = new Gate();
    const readStreams = harness.store.readStreams.bind(harness.store);
    harness.store.readStreams = async (ids) => {
      if (ids.includes('agent-2')) await gate.pass();
      return readStreams(ids);
    };
    await harness.catchUp();
    const late = begun(harness.work('r1', { db: withoutLock() }));
    await gate.reached;
    expect((await harness.work('r1', { db: withoutLock() })).state).toMatchObject({ status: 'frozen', leftOut: 1 });
    await release();
    gate.open();
    await late;
    const held = await Promise.all([1, 2, 3].map((agentId) => harness.accountOf(agentId)));
    expect(held.map(({ reservation }) => reservation?.runId)).toEqual(['r1', undefined, 'r1']);
  });
});

test('a worker that loses its connection stops at its next step, and another continues', async () => {
  await harness.propose('r1');
  await approve();
  const gate = new Gate();
  const sessions: pg.PoolClient[] = [];
  const db = watched(
    (sql) => (sql.includes('insert into finance') ? gate.pass() : Promise.resolve()),
    (client) => {
      sessions.push(client);
      return client;
    },
  );
  const late = begun(harness.work('r1', { db }));
  await gate.reached;
  const cut = new Promise((resolve) => sessions[0]?.once('end', resolve));
  await harness.db.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  await cut;
  gate.open();
  await expect(late).rejects.toThrow('the database session with the lock of the run was lost');
  expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'exported', sent: { lines: 3 } });
});

test('files that a release without editions wrote are read as before', async () => {
  await harness.propose('r1');
  const { state } = await harness.approve('r1');
  const csv = await harness.fileOf('r1', 'csv');
  const key = (await harness.log.keys.keysFor(['payout-run-r1'], { create: false })).get('payout-run-r1') as Buffer;
  await harness.db.query(
    `update finance."payoutFileParts" set format = 'csv', sealed = $1 where format like 'csv/%' and part = 0`,
    [seal(key, csv, 'r1/csv/0')],
  );
  const files = new PayoutFiles(harness.db, harness.log.keys);
  let text = '';
  for await (const piece of files.read(
    'r1',
    'csv',
    Array.from({ length: state.chunks + 2 }, () => undefined),
  ))
    text += piece;
  expect(text).toBe(csv);
});
