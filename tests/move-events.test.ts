import { randomUUID } from 'node:crypto';
import { signNewEvents } from '@fynbos/application/audit/checkpoints.ts';
import { migrateAudit } from '@fynbos/application/audit/schema.ts';
import { appendCheckpoints } from '@fynbos/event-store/audit/append-checkpoints.ts';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import { verifyLog } from '@fynbos/event-store/audit/verify-log.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { eventStoreDb } from '@fynbos/event-store/eventstoredb/eventstoredb.ts';
import { compareLogs, copyEvents, equalPairs, TargetDiffers } from '@fynbos/event-store/move-events.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { assertStoreIdentity, WrongEventStore } from '@fynbos/event-store/own-log/store-identity.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { catchUp } from '@fynbos/projections/engine/catch-up.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { prepareReadModels } from '@fynbos/projections/engine/engine.ts';
import { liveInstance } from '@fynbos/projections/engine/projection-instance.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NotSwitched, switchStore } from '../scripts/move-events/switch-store.ts';
import { command } from './support/command.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

const MASTER_KEY = 'a master key of the tests, of no value';
let database: FreshDatabase;
let source: EventStore;
let log: EventLog;
const context = () => ({ actor: { kind: 'system' as const, id: 'test' }, now: new Date(), correlationId: 'test' });

async function add(streamId: string, count = 1): Promise<void> {
  const stream = await log.readStream(streamId);
  const events = Array.from({ length: count }, (_, n) => ({
    type: 'AgentSuspended',
    data: { reason: `${streamId} ${stream.revision + 1 + n}`, suspendedAt: new Date().toISOString(), personal: { n } },
  }));
  await log.append([{ stream, events, context: context() }]);
}

beforeEach(async () => {
  database = await freshDatabase();
  ({ store: source, log } = await openEventLog({ eventStoreUrl: null, masterKey: MASTER_KEY }, database.pool()));
  for (let n = 0; n < 12; n++) for (const stream of ['agent-1', 'agent-2', 'agent-3']) await add(stream, (n % 3) + 1);
  await appendCheckpoints({ log, signer: await signerOf(log.keys), now: () => new Date() });
});
afterEach(async () => {
  await source.close();
  await database.drop();
});

interface Target {
  readonly store: EventStore;
  close(): Promise<void>;
}
const targets: Record<string, () => Promise<Target>> = {
  memory: async () => {
    const store = memoryEventStore();
    return { store, close: () => store.close() };
  },
  'another Postgres': async () => {
    const other = await freshDatabase();
    await migrateEventStore(other.pool());
    const store = postgresEventStore({ db: other.pool() });
    return { store, close: () => store.close().then(other.drop) };
  },
};

describe.each(Object.entries(targets))('a log moved to %s', (_, open) => {
  let target: Target;
  beforeEach(async () => {
    target = await open();
  });
  afterEach(() => target.close());

  test('arrives event by event, in the same order, with ids, hashes and metadata, and is verified', async () => {
    const copied = await copyEvents(source, target.store);
    expect(await compareLogs(source, target.store)).toEqual({ equal: copied, difference: null });
    const { publicKey } = await signerOf(log.keys);
    expect(await verifyLog(target.store, { keys: log.keys, publicKey })).toMatchObject({
      intact: true,
      events: copied,
      checkpoints: 1,
    });
  });

  test('resumes after an interruption, including events appended since', async () => {
    const before = (await source.readAll({ limit: 10_000 })).events.length;
    const failing: EventStore = {
      ...target.store,
      appendInOrder: async (batch) => {
        await target.store.appendInOrder(batch.slice(0, 16));
        throw new Error('cut off');
      },
    };
    await expect(copyEvents(source, failing)).rejects.toThrow('cut off');
    await add('agent-9', 3);
    const rest = await copyEvents(source, target.store);
    expect(rest).toBeLessThan(before);
    expect(await compareLogs(source, target.store)).toEqual({ equal: before + 3, difference: null });
    expect(await copyEvents(source, target.store)).toBe(0);
  });

  test('equals the source up to its end while a portal appends, but not for a switch', async () => {
    const copied = await copyEvents(source, target.store);
    await add('agent-9');
    const growing = await compareLogs(source, target.store, { sourceGrows: true });
    expect(growing).toEqual({ equal: copied, difference: null, hasMore: true });
    const { difference } = await compareLogs(source, target.store);
    expect(difference).toMatchObject({ ordinal: copied + 1, target: null });
  });

  test('is refused by a store with other events, and differences are listed', async () => {
    const other = new EventLog({ store: target.store, keys: memoryKeyRing() });
    const stream = await other.readStream('agent-1');
    await other.append([{ stream, events: [{ type: 'Other', data: {} }], context: context() }]);
    await expect(copyEvents(source, target.store)).rejects.toThrow(TargetDiffers);
    const { equal, difference } = await compareLogs(source, target.store);
    expect(equal).toBe(0);
    expect(difference).toMatchObject({ ordinal: 1, source: { streamId: 'agent-1', revision: 0 } });
  });
});

describe('the switch', () => {
  let target: Target;
  const { signal } = new AbortController();
  const nobody = async (): Promise<void> => undefined;
  const follow = (store: EventStore) =>
    catchUp({ db: database.pool(), store, decoder: decoderOf(log) }, liveInstance(auditLog), { signal });
  const rows = async () =>
    (await database.pool().query(`select id, position from ${readModelTable(auditLog).sql} order by position`)).rows;
  const positions = async () =>
    (await database.pool().query(`select "position", "appendedPosition" from engine.checkpoints order by 1`)).rows;
  const positionsIn = async (store: EventStore) =>
    (await store.readAll({ limit: 10_000 })).events.map(({ position }) => position);
  const moveTo = async (from: EventStore, to: EventStore, assertStopped = nobody): Promise<void> => {
    await copyEvents(from, to);
    await switchStore({
      db: database.pool(),
      source: from,
      target: to,
      assertStopped,
      pairs: equalPairs(from, to),
    });
  };

  beforeEach(async () => {
    target = await (targets.memory as () => Promise<Target>)();
    await prepareReadModels(database.pool(), [auditLog]);
    await follow(source);
    await database.pool().query(`update engine.checkpoints set "appendedPosition" = "position"`);
  });
  afterEach(() => target.close());

  test('continues read models and reactions at their positions in the new store without repeating an event', async () => {
    await moveTo(source, target.store);
    const moved = await rows();
    expect(moved.map(({ position }) => position)).toEqual(await positionsIn(target.store));
    const head = await target.store.head();
    expect(new Set((await positions()).flatMap(Object.values))).toEqual(new Set([head]));
    await follow(target.store);
    expect(await rows()).toEqual(moved);
  });

  test('happens once: a second switch and processes on the old store are refused', async () => {
    const pool = database.pool();
    await assertStoreIdentity(source, pool);
    await moveTo(source, target.store);
    const [then, before] = [await rows(), await positions()];
    await expect(moveTo(source, target.store)).rejects.toThrow(WrongEventStore);
    await expect(assertStoreIdentity(source, pool)).rejects.toThrow(WrongEventStore);
    await assertStoreIdentity(target.store, pool);
    expect([await rows(), await positions()]).toEqual([then, before]);
  });

  test('moves back with the events written to the new store', async () => {
    await moveTo(source, target.store);
    const there = new EventLog({ store: target.store, keys: log.keys });
    const stream = await there.readStream('agent-9');
    await there.append([{ stream, events: [{ type: 'AgentSuspended', data: {} }], context: context() }]);
    await follow(target.store);
    await moveTo(target.store, source);
    await assertStoreIdentity(source, database.pool());
    const back = await rows();
    expect(back.map(({ position }) => position)).toEqual(await positionsIn(source));
    await follow(source);
    expect(await rows()).toEqual(back);
  });

  test.each([
    ['further on', 0, 7],
    ['further back', 7, 0],
  ])('continues signing in a store of the same kind whose positions are %s', async (_, inSource, inTarget) => {
    const other = await freshDatabase();
    await migrateEventStore(other.pool());
    const raise = 'update eventstore.log set epoch = epoch + $1';
    await database.pool().query(raise, [inSource]);
    await other.pool().query(raise, [inTarget]);
    await add('agent-1');
    await follow(source);
    await migrateAudit(database.pool());
    const signing = { db: database.pool(), storeKind: 'postgres', folder: null, now: () => new Date() };
    await signNewEvents({ log, ...signing });
    const next = postgresEventStore({ db: other.pool() });
    await moveTo(source, next);
    log = new EventLog({ store: next, keys: log.keys });
    await add('agent-1');
    expect(await signNewEvents({ log, ...signing })).toBe(1);
    const { publicKey } = await signerOf(log.keys);
    expect(await verifyLog(next, { keys: log.keys, publicKey })).toMatchObject({ intact: true, findings: [] });
    await next.close();
    await other.drop();
  });

  test.each([
    ['of another kind of store', '0000000000000001'],
    ['before the first event', '000000-00000000000000000001-0000000000000000001'],
    ['after the last', '999999-00000000000000000001-0000000000000000001'],
  ])('is refused when a checkpoint is %s', async (_, position) => {
    const change = `update engine.checkpoints set "position" = $1 where "partition" = 0`;
    await database.pool().query(change, [position]);
    const [then, before] = [await rows(), await positions()];
    await expect(moveTo(source, target.store)).rejects.toThrow(NotSwitched);
    expect([await rows(), await positions()]).toEqual([then, before]);
    await assertStoreIdentity(source, database.pool());
  });

  test('rolls back when a process started or an event was written, and succeeds when repeated', async () => {
    const [then, before] = [await rows(), await positions()];
    let asked = 0;
    const cameMeanwhile = async (): Promise<void> => {
      if (++asked === 2) throw new Error('the api works');
    };
    await expect(moveTo(source, target.store, cameMeanwhile)).rejects.toThrow('the api works');
    let looked = 0;
    const writtenMeanwhile = async (): Promise<void> => {
      if (++looked === 2) await add('agent-9');
    };
    await expect(moveTo(source, target.store, writtenMeanwhile)).rejects.toThrow(NotSwitched);
    expect([await rows(), await positions()]).toEqual([then, before]);
    await moveTo(source, target.store);
    await follow(target.store);
    expect((await rows()).map(({ position }) => position)).toEqual(await positionsIn(target.store));
  });
});

describe('the command', () => {
  let other: FreshDatabase;
  let target: EventStore;
  beforeEach(async () => {
    other = await freshDatabase();
    await migrateEventStore(other.pool());
    target = postgresEventStore({ db: other.pool() });
    const pool = database.pool();
    await prepareReadModels(pool, [auditLog]);
    await catchUp({ db: pool, store: source, decoder: decoderOf(log) }, liveInstance(auditLog), {
      signal: new AbortController().signal,
    });
  });
  afterEach(() => target.close().then(other.drop));
  const run = (...args: string[]) =>
    command('scripts/move-events.ts', ['--to', other.url, ...args], {
      DATABASE_URL: database.url,
      MASTER_KEY,
      NODE_ENV: 'development',
      JWT_SECRET: 'a signing secret for tests, of no value at all',
    });
  const standing = async () =>
    (await database.pool().query(`select min("position") as at from engine.checkpoints`)).rows[0].at;

  test('copies and verifies, and switches only with --switch', async () => {
    // Ensures that the positions of both logs differ.
    await other.pool().query('update eventstore.log set epoch = epoch + 7');
    const before = await standing();
    expect(before).toBe(await source.head());
    const copied = await run();
    expect([copied.code, copied.output]).toEqual([
      0,
      expect.stringContaining('equal in order, ids, content and hashes'),
    ]);
    expect(await standing()).toBe(before);
    const switched = await run('--switch');
    expect([switched.code, switched.output]).toEqual([0, expect.stringContaining('continue in the new store')]);
    expect(await standing()).toBe(await target.head());
    expect(await standing()).not.toBe(before);
    // After a lost terminal the command is run again, also once the new store has grown.
    const there = new EventLog({ store: target, keys: log.keys });
    const stream = await there.readStream('agent-9');
    await there.append([{ stream, events: [{ type: 'AgentSuspended', data: {} }], context: context() }]);
    const beforeAgain = await standing();
    const again = await run('--switch');
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('already done; nothing was changed')]);
    expect(await standing()).toBe(beforeAgain);
  });

  test('is refused while a process works', async () => {
    const api = createPool(database.url, { applicationName: 'api', max: 1 });
    await api.query('select 1');
    const before = await standing();
    const refused = await run('--switch');
    expect([refused.code, refused.output]).toEqual([
      2,
      expect.stringContaining('Stop the portal first. Still running: api'),
    ]);
    expect(await standing()).toBe(before);
    await api.end();
  });

  test('lets no process start on the old store afterwards', async () => {
    await other.pool().query('update eventstore.log set epoch = epoch + 7');
    expect((await run('--switch')).code).toBe(0);
    const before = await standing();
    const ended = await command('services/workers/projections.ts', [], {
      DATABASE_URL: database.url,
      MASTER_KEY,
      NODE_ENV: 'development',
      JWT_SECRET: 'a signing secret for tests, of no value at all',
    });
    expect([ended.code, ended.output]).toEqual([78, expect.stringContaining('belong to another event store')]);
    expect(await standing()).toBe(before);
  });

  test('changes nothing when the copy differs', async () => {
    await copyEvents(source, target);
    // Edited in the database of the old store: the copy is intact, but differs from its source.
    await database.pool().query(
      `update eventstore.events set data = replace(data::text, 'agent-', 'agent_')::json
       where position = (select max(position) from eventstore.events where type = 'AgentSuspended')`,
    );
    const before = await standing();
    const differing = await run('--switch');
    expect([differing.code, differing.output]).toEqual([1, expect.stringContaining('The logs differ at event')]);
    expect(await standing()).toBe(before);
  });
});

const eventStoreUrl = process.env.EVENTSTORE_URL;
test.skipIf(!eventStoreUrl)('moves a log to EventStoreDB (EVENTSTORE_URL, an empty one)', async () => {
  const target = eventStoreDb(eventStoreUrl ?? '');
  await add(`agent-${randomUUID()}`, 3);
  const copied = await copyEvents(source, target);
  expect(await compareLogs(source, target)).toEqual({ equal: copied, difference: null });
  await target.close();
});
