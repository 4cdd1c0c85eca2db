import { randomUUID } from 'node:crypto';
import { appendCheckpoints } from '@fynbos/event-store/audit/append-checkpoints.ts';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import { verifyLog } from '@fynbos/event-store/audit/verify-log.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { eventStoreDb } from '@fynbos/event-store/eventstoredb.ts';
import { memoryEventStore } from '@fynbos/event-store/memory.ts';
import { compareLogs, copyEvents, NotACopy } from '@fynbos/event-store/move-events.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { migrateEventStore, postgresEventStore } from '@fynbos/event-store/postgres.ts';
import { memoryKeyRing } from '@fynbos/platform/keys.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { liveBuild } from '@fynbos/projections/engine/build.ts';
import { catchUp } from '@fynbos/projections/engine/catch-up.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { prepareReadModels } from '@fynbos/projections/engine/engine.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Pair, translatePositions } from '../scripts/move/translate-positions.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

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
  ({ store: source, log } = await openEventLog(
    { eventStoreUrl: null, masterKey: 'a master key of the tests, of no value' },
    database.pool(),
  ));
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
    const store = postgresEventStore({ pool: other.pool() });
    return { store, close: () => store.close().then(other.drop) };
  },
};

describe.each(Object.entries(targets))('a log that is moved to %s', (_, open) => {
  let target: Target;
  beforeEach(async () => {
    target = await open();
  });
  afterEach(() => target.close());

  test('is there event by event, in the same order, with ids, hashes and metadata, and is proven there', async () => {
    const copied = await copyEvents(source, target.store);
    expect(await compareLogs(source, target.store)).toEqual({ equal: copied, difference: null });
    const { publicKey } = await signerOf(log.keys);
    expect(await verifyLog(target.store, { keys: log.keys, publicKey })).toMatchObject({
      intact: true,
      events: copied,
      checkpoints: 1,
    });
  });

  test('goes on where it was cut off, and takes what was appended meanwhile', async () => {
    const cut = new AbortController();
    const before = (await source.readAll({ limit: 10_000 })).events.length;
    let appends = 0;
    const failing: EventStore = {
      ...target.store,
      append: (...given) => {
        if (++appends === 17) throw new Error('cut off');
        return target.store.append(...given);
      },
    };
    await expect(copyEvents(source, failing, { signal: cut.signal })).rejects.toThrow('cut off');
    await add('agent-9', 3);
    const rest = await copyEvents(source, target.store);
    expect(rest).toBeLessThan(before);
    expect(await compareLogs(source, target.store)).toEqual({ equal: before + 3, difference: null });
    expect(await copyEvents(source, target.store)).toBe(0);
  });

  test('is not begun into a store that holds something else, and a difference is named', async () => {
    const other = new EventLog({ store: target.store, keys: memoryKeyRing() });
    const stream = await other.readStream('agent-1');
    await other.append([{ stream, events: [{ type: 'Other', data: {} }], context: context() }]);
    await expect(copyEvents(source, target.store)).rejects.toThrow(NotACopy);
    const { equal, difference } = await compareLogs(source, target.store);
    expect(equal).toBe(0);
    expect(difference).toMatchObject({ place: 1, source: { streamId: 'agent-1', revision: 0 } });
  });
});

test('read models and reactions go on in the new store where they stood, and nothing is folded twice', async () => {
  const pool = database.pool();
  const { signal } = new AbortController();
  const target = await (targets['another Postgres'] as () => Promise<Target>)();
  await prepareReadModels(pool, [auditLog]);
  await catchUp(pool, source, decoderOf(log), liveBuild(auditLog), { signal });
  await copyEvents(source, target.store);
  const pairs: Pair[] = [];
  await compareLogs(source, target.store, { onPair: (...pair) => void pairs.push(pair) });
  await translatePositions(pool, pairs);
  const rows = async () =>
    (await pool.query(`select id, position from ${readModelTable(auditLog).sql} order by position`)).rows;
  const moved = await rows();
  expect(moved.map(({ position }) => position)).toEqual(
    (await target.store.readAll({ limit: 10_000 })).events.map(({ position }) => position),
  );
  const { rows: checkpoints } = await pool.query(`select min("position") as least from engine.checkpoints`);
  expect(checkpoints[0].least).toBe(await target.store.head());
  await catchUp(pool, target.store, decoderOf(log), liveBuild(auditLog), { signal });
  expect(await rows()).toEqual(moved);
  await target.close();
});

const eventStoreUrl = process.env.EVENTSTORE_URL;
test.skipIf(!eventStoreUrl)('a log is moved to EventStoreDB (EVENTSTORE_URL, an empty one)', async () => {
  const target = eventStoreDb(eventStoreUrl ?? '');
  await add(`agent-${randomUUID()}`, 3);
  const copied = await copyEvents(source, target);
  expect(await compareLogs(source, target)).toEqual({ equal: copied, difference: null });
  await target.close();
});
