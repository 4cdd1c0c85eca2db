import { appendTo } from '@fynbos/event-store/testing/append-to.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { advancePage } from './advance.ts';
import { blockedKeys } from './blocked-keys.ts';
import { CheckpointBatch, readInstanceLease } from './checkpoint.ts';
import { asStored, type Decoder } from './decode.ts';
import { prepareReadModels } from './engine.ts';
import { defineProjection, type FoldEvent, type Projection } from './projection.ts';
import { liveInstance } from './projection-instance.ts';
import { rebuild } from './rebuild/rebuild.ts';
import { retryBlockedKey } from './retry-blocked-key.ts';
import { LogTail } from './subscription/log-tail.ts';
import { loadRows } from './table.ts';
import {
  type Closed,
  expected,
  type Posted,
  poisoned,
  post,
  posted,
  stored,
  type TallyRow,
  tallies,
} from './testing/tallies.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

let run = 0;
async function setUp(partitions = 1) {
  const db = database.pool();
  const projection = tallies({ partitions, name: `tallies-${++run}` });
  await prepareReadModels(db, [projection]);
  const store = memoryEventStore();
  const instance = liveInstance(projection);
  return { db, projection, store, instance, tail: new LogTail(store, asStored), checkpoints: new CheckpointBatch(db) };
}
type Setting = Awaited<ReturnType<typeof setUp>>;

const interestOf = (projection: Projection<TallyRow, Posted | Closed>) => ({
  types: new Set<string>(projection.eventTypes),
  personal: false,
});

/** Advances every partition to the end of the log. */
async function advance({ db, instance, projection, tail, checkpoints }: Setting, limit = 1000) {
  for (let partition = 0; partition < (projection.partitions ?? 1); partition++) {
    for (let lease = await readInstanceLease(db, instance, partition); lease; ) {
      const page = await tail.read(lease.position, interestOf(projection), limit);
      if (!page) break;
      lease = await advancePage(checkpoints, instance, lease, page);
    }
  }
}

const rowsOf = async ({ db, instance }: Setting, keys: readonly string[]) => loadRows(db, instance, keys);
const accounts = ['a', 'b', 'c', 'd', 'e'];

describe('advancing a read model', () => {
  beforeEach(() => poisoned.clear());

  it('equals the fold in values and types, over pages, partitions, events with two keys, and deletions', async () => {
    const setting = await setUp(3);
    await post(
      setting.store,
      posted('a', 100),
      posted('b', 5, { other: 'a' }),
      posted('c', 1),
      stored('Closed', { account: 'c' }),
    );
    await advance(setting, 2);
    await post(
      setting.store,
      posted('a', -30),
      posted('c', 7),
      posted('d', 2 ** 40),
      stored('Closed', { account: 'b' }),
    );
    await advance(setting, 1);
    expect(await rowsOf(setting, accounts)).toEqual(await expected(setting.store, setting.projection));
    expect((await rowsOf(setting, ['a'])).get('a')).toMatchObject({ cents: 65, postings: 3, history: [100, -5, -30] });
  });

  it('takes effect once when two workers hold a lease: one of them writes nothing and loses it', async () => {
    const setting = await setUp();
    const { db, instance, tail, checkpoints, projection } = setting;
    await post(setting.store, posted('a', 1));
    const one = await readInstanceLease(db, instance, 0);
    const two = await readInstanceLease(db, instance, 0);
    const page = await tail.read(null, interestOf(projection));
    if (!one || !two || !page) throw new Error('nothing to advance');
    const outcomes = await Promise.all([one, two].map((lease) => advancePage(checkpoints, instance, lease, page)));
    expect(outcomes.filter((lease) => lease === null)).toHaveLength(1);
    expect((await rowsOf(setting, ['a'])).get('a')).toMatchObject({ cents: 1, postings: 1 });
  });

  it('advances the checkpoint over other events, so that waiting reads continue', async () => {
    const setting = await setUp();
    await post(setting.store, posted('a', 1));
    const { position } = await appendTo(setting.store, 'other', 'no-stream', [stored('SomethingElse', {})]);
    await advance(setting);
    expect((await readInstanceLease(setting.db, setting.instance, 0))?.position).toBe(position);
  });

  it('blocks the key of an event that its fold rejects, until a retry folds the waiting events in order', async () => {
    const setting = await setUp(2);
    const poison = posted('a', 10);
    poisoned.add(poison.id);
    await post(setting.store, posted('a', 1), poison, posted('a', 100), posted('b', 7, { other: 'a' }), posted('b', 1));
    await advance(setting, 2);
    await post(setting.store, posted('a', 1000));
    await advance(setting);
    const rows = await rowsOf(setting, ['a', 'b']);
    expect(rows.get('a')).toMatchObject({ cents: 1 });
    expect(rows.get('b')).toMatchObject({ cents: 8 });
    const [blocked, ...more] = await blockedKeys(setting.db, setting.projection.name);
    expect(more).toEqual([]);
    expect(blocked).toMatchObject({ key: 'a', eventId: poison.id, waiting: 4, errorCode: 'Error' });
    expect(blocked?.errorMessage).not.toContain('cannot take');

    expect(await retryBlockedKey({ ...setting, decoder: asStored }, setting.instance, 'a')).toEqual({
      taken: 0,
      waiting: 4,
    });
    poisoned.clear();
    expect(await retryBlockedKey({ ...setting, decoder: asStored }, setting.instance, 'a')).toEqual({
      taken: 4,
      waiting: 0,
    });
    await post(setting.store, posted('a', 5));
    await advance(setting);
    expect(await rowsOf(setting, accounts)).toEqual(await expected(setting.store, setting.projection));
    expect(await blockedKeys(setting.db, setting.projection.name)).toEqual([]);
    expect(await retryBlockedKey({ ...setting, decoder: asStored }, setting.instance, 'a')).toBeNull();
  });

  it.each(['live', 'rebuilt'])(
    'holds later events of a stream behind one that it cannot decode, %s; a retry folds them in order',
    async (how) => {
      const setting = await setUp();
      const unreadable = stored('Closed', { account: 'a' });
      const broken = new Set([unreadable.id]);
      const decoder: Decoder = {
        decode: async (events) =>
          events.map((event) => (broken.has(event.id) ? { ...event, error: new Error('broken') } : event)),
      };
      const parts = { ...setting, decoder, tail: new LogTail(setting.store, decoder) };
      await post(setting.store, posted('a', 5), unreadable, posted('a', 7), posted('b', 1));
      await (how === 'live' ? advance(parts) : rebuild(parts, [setting.projection]));
      await post(setting.store, posted('a', 8));
      await advance(parts);
      expect((await rowsOf(setting, ['a', 'b'])).get('a')).toMatchObject({ cents: 5 });
      expect(await blockedKeys(setting.db, setting.projection.name)).toMatchObject([
        { key: 'stream:test-a', eventId: unreadable.id, waiting: 3 },
      ]);
      broken.clear();
      await retryBlockedKey(parts, setting.instance, 'stream:test-a');
      expect(await rowsOf(setting, accounts)).toEqual(await expected(setting.store, setting.projection));
    },
  );

  it('blocks the stream of an event that it cannot decode where keys are numbers, and continues', async () => {
    const { db, checkpoints } = await setUp();
    const numbered = defineProjection<{ id: number; cents: number }, Posted>({
      name: 'numbered',
      version: 1,
      row: z.object({ id: z.int32(), cents: z.int32() }),
      primaryKey: 'id',
      keys: ({ data }) => [data.account],
      handlers: { Posted: (row, { data }) => ({ id: Number(data.account), cents: (row?.cents ?? 0) + data.cents }) },
    });
    await prepareReadModels(db, [numbered]);
    const instance = liveInstance(numbered);
    const event = (account: string) => ({ ...posted(account, 1), streamId: `test-${account}`, revision: 0 });
    const unreadable = { ...event('1'), position: '1', error: new Error('broken') };
    const page = { events: [unreadable, { ...event('2'), position: '2' } as FoldEvent], next: '2' };
    const lease = await readInstanceLease(db, instance, 0);
    if (!lease) throw new Error('no checkpoint');
    expect(await advancePage(checkpoints, instance, lease, page)).toMatchObject({ position: '2' });
    expect([...(await loadRows(db, instance, ['1', '2'])).values()]).toEqual([{ id: 2, cents: 1 }]);
    expect(await blockedKeys(db, numbered.name)).toMatchObject([{ key: 'stream:test-1', waiting: 1 }]);
  });

  it('blocks a key with a row that Postgres refuses, at that event, and writes the others of the batch', async () => {
    const setting = await setUp();
    await post(setting.store, posted('a', 1));
    await advance(setting);
    await post(setting.store, posted('a', 2), posted('a', 3, { poison: true }), posted('b', 3), posted('a', 4));
    await advance(setting);
    const rows = await rowsOf(setting, ['a', 'b']);
    expect(rows.get('a')).toMatchObject({ cents: 3 });
    expect(rows.get('b')).toMatchObject({ cents: 3 });
    expect(await blockedKeys(setting.db, setting.projection.name)).toMatchObject([
      { key: 'a', errorCode: '23514', waiting: 2 },
    ]);
  });
});
