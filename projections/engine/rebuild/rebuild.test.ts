import type { EventStore, StoredEvent } from '@fynbos/event-store/port.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { blockedKeys } from '../blocked-keys.ts';
import { catchUp } from '../catch-up.ts';
import { asStored } from '../decode.ts';
import { prepareReadModels } from '../engine.ts';
import { liveInstance } from '../projection-instance.ts';
import { liveTable, scratchTable } from '../read-model.ts';
import { loadRows } from '../table.ts';
import { expected, poisoned, post, posted, stored, tallies } from '../testing/tallies.ts';
import { dropScratch, RebuildInProgress, rebuild } from './rebuild.ts';
import { cancelRebuild, latestRebuilds, rebuildById } from './rebuild-record.ts';
import { removeAbandoned } from './upgrade-projections.ts';

const signal = new AbortController().signal;
const decoder = asStored;
const accounts = Array.from({ length: 12 }, (_, at) => `a${at}`);
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(() => poisoned.clear());

let run = 0;
async function setUp(events: readonly StoredEvent[], options: { partitions?: number; live?: boolean } = {}) {
  const db = database.pool();
  const projection = tallies({ partitions: options.partitions ?? 2, name: `rebuilt-${++run}` });
  const store = memoryEventStore();
  await prepareReadModels(db, [projection]);
  if (events.length > 0) await post(store, ...events);
  if (options.live !== false) await live(store, projection);
  return { db, store, projection, parts: { db, store, decoder } };
}
const live = (store: EventStore, projection: ReturnType<typeof tallies>) =>
  catchUp({ db: database.pool(), store, decoder }, liveInstance(projection), { signal });
const schemasLike = async (name: string) =>
  (
    await database
      .pool()
      .query(`select nspname from pg_namespace where nspname like $1 order by 1`, [
        `rm_${name.replaceAll('-', '\\_')}%`,
      ])
  ).rows.map((row) => row.nspname);

const account = fc.constantFrom(...accounts);
/** Random histories: postings to one or two accounts, closings, folds that throw, rows that Postgres rejects. */
const history = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('posted'),
        account,
        cents: fc.integer({ min: -500, max: 500 }),
        other: fc.option(account, { nil: undefined }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('closed'), account }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('poison'), account, cents: fc.integer({ min: 1, max: 9 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('refused'), account, cents: fc.integer({ min: 1, max: 9 }) }),
    },
  ),
  { maxLength: 60 },
);

function eventOf(step: { kind: string; account: string; cents?: number; other?: string }): StoredEvent {
  if (step.kind === 'closed') return stored('Closed', { account: step.account });
  const event = posted(step.account, step.cents ?? 0, {
    ...(step.other ? { other: step.other } : {}),
    ...(step.kind === 'refused' ? { poison: true } : {}),
  });
  if (step.kind === 'poison') poisoned.add(event.id);
  return event;
}

describe('rebuilding a read model', () => {
  it('equals the live read model row for row, with rows in memory or evicted between pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.boolean(),
        fc.integer({ min: 2, max: 24 }),
        fc.integer({ min: 1, max: 60 }),
        async (steps, poison, maxRows, pageSize) => {
          const kept = poison ? steps : steps.filter((step) => step.kind === 'posted' || step.kind === 'closed');
          const { db, parts, projection } = await setUp(kept.map(eventOf));
          const before = await loadRows(db, liveInstance(projection), accounts);
          const blockedBefore = await blockedKeys(db, projection.name);
          const [result] = await rebuild(parts, [projection], { compare: true, maxRows, pageSize });
          expect(result?.comparison).toMatchObject({
            equal: true,
            first: [],
            blockedLive: blockedBefore.length,
            parkedRebuilt: blockedBefore.length,
          });
          expect(await loadRows(db, liveInstance(projection), accounts)).toEqual(before);
          const blockedAfter = await blockedKeys(db, projection.name);
          const place = ({ key, eventId, waiting, errorCode }: (typeof blockedAfter)[number]) => ({
            key,
            eventId,
            waiting,
            errorCode,
          });
          const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
          expect(blockedAfter.map(place).sort(byKey)).toEqual(blockedBefore.map(place).sort(byKey));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('writes rows that do not fit into memory and loads them again', async () => {
    const many = Array.from({ length: 9_000 }, (_, at) => posted(`k${(at * 7919) % 3500}`, at));
    const { db, store, parts, projection } = await setUp([], { live: false });
    for (let at = 0; at < many.length; at += 500) {
      await Promise.all(many.slice(at, at + 500).map((event) => post(store, event)));
    }
    await rebuild(parts, [projection], { maxRows: 2_000 });
    const wanted = await expected(store, projection);
    expect(await loadRows(db, liveInstance(projection), [...wanted.keys()])).toEqual(wanted);
  });

  it('rebuilds several read models in one pass, and compares each while the live one advances', async () => {
    const { db, store, parts, projection } = await setUp(accounts.map((name, at) => posted(name, at)));
    const other = tallies({ name: `${projection.name}-other`, partitions: 1 });
    await prepareReadModels(db, [other]);
    const results = await rebuild(parts, [projection, other], { compare: true, swap: 'never' });
    expect(results.map((result) => result.comparison?.equal)).toEqual([true, true]);
    expect(results.map((result) => result.swapped)).toEqual([false, false]);
    expect(await schemasLike(projection.name)).toEqual([
      `rm_${projection.name.replace('-', '_')}`,
      `rm_${other.name.replaceAll('-', '_')}`,
    ]);
    await post(store, posted('a1', 5));
    await live(store, projection);
    expect(await loadRows(db, liveInstance(projection), accounts)).toEqual(await expected(store, projection));
  });

  it('keeps the rows of a complete read model when Postgres rejects a row of the next one', async () => {
    const events = [posted('a1', 5), posted('a2', 6), posted('a3', 7, { poison: true })];
    const { db, store, parts, projection } = await setUp(events);
    const every = tallies({ name: `${projection.name}-first`, partitions: 1 });
    const keys: typeof every.keys = (event) => ('poison' in event.data ? [] : every.keys(event));
    const first = { ...every, keys };
    await prepareReadModels(db, [first]);
    await live(store, first);
    const before = await loadRows(db, liveInstance(first), accounts);
    expect(before.size).toBe(2);

    const views = await rebuild(parts, [first, projection], { asOf: '2030-01-01T00:00:00.000Z' });
    for (const [at, of] of [first, projection].entries()) {
      const { rows } = await db.query(
        `select account from ${scratchTable(of, views[at]?.schema ?? '').sql} order by 1`,
      );
      expect(rows).toEqual([{ account: 'a1' }, { account: 'a2' }]);
    }
    for (const view of views) await dropScratch(db, view);

    const results = await rebuild(parts, [first, projection], { compare: true });
    expect(results.map(({ comparison, swapped }) => [comparison?.equal, swapped])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(await loadRows(db, liveInstance(first), accounts)).toEqual(before);
    expect((await blockedKeys(db, projection.name)).map(({ key }) => key)).toEqual(['a3']);
  });

  it('reports differing rows and columns without their values, and swaps in the rebuilt rows', async () => {
    const { db, store, parts, projection } = await setUp([posted('a1', 5), posted('a2', 6), posted('a3', 7)]);
    const table = liveTable(projection);
    await db.query(`update ${table} set cents = 9 where account = 'a1'`);
    await db.query(`delete from ${table} where account = 'a2'`);
    await db.query(
      `insert into ${table} select 'a9', cents, postings, last, "lastAt", history from ${table} where account = 'a3'`,
    );
    const [result] = await rebuild(parts, [projection], { compare: true });
    expect(result?.comparison).toMatchObject({
      liveRows: 3,
      rebuiltRows: 3,
      onlyLive: 1,
      onlyRebuilt: 1,
      different: 1,
      equal: false,
      first: [
        { key: 'a1', kind: 'different', columns: ['cents'] },
        { key: 'a2', kind: 'only-rebuilt', columns: [] },
        { key: 'a9', kind: 'only-live', columns: [] },
      ],
    });
    expect(await loadRows(db, liveInstance(projection), accounts)).toEqual(await expected(store, projection));
  });

  it('does not swap a different read model when asked to swap only an equal one', async () => {
    const { db, parts, projection } = await setUp([posted('a1', 5)]);
    await db.query(`update ${liveTable(projection)} set cents = 9`);
    const [result] = await rebuild(parts, [projection], { compare: true, swap: 'if-equal' });
    expect(result?.swapped).toBe(false);
    expect((await loadRows(db, liveInstance(projection), ['a1'])).get('a1')).toMatchObject({ cents: 9 });
  });

  it('swaps without a gap: readers always see every account, and never an older state', async () => {
    const { db, store, parts, projection } = await setUp(accounts.map((name) => posted(name, 1)));
    let stop = false;
    let reads = 0;
    let least = 0;
    const reader = async () => {
      while (!stop) {
        const { rows } = await db.query({
          name: 'swap-reader',
          text: `select count(*)::int as "rows", sum(postings)::int as "postings" from ${liveTable(projection)}`,
        });
        expect(rows[0].rows).toBe(accounts.length);
        expect(rows[0].postings).toBeGreaterThanOrEqual(least);
        least = rows[0].postings;
        reads++;
      }
    };
    const writer = async () => {
      while (!stop) {
        await post(store, posted('a3', 1));
        await live(store, projection);
      }
    };
    const busy = [reader(), writer()];
    for (let i = 0; i < 5; i++) await rebuild(parts, [projection]);
    stop = true;
    await Promise.all(busy);
    expect(reads).toBeGreaterThan(20);
    await live(store, projection);
    expect(await loadRows(db, liveInstance(projection), accounts)).toEqual(await expected(store, projection));
  });

  it('answers as of an instant, inclusive, from a scratch table, and keeps the live one', async () => {
    const early = stored('Posted', { account: 'a1', cents: 5 }, '2026-03-01T10:00:00.000Z');
    const late = stored('Posted', { account: 'a1', cents: 7 }, '2026-03-01T10:00:00.001Z');
    const { db, parts, projection } = await setUp([late, early]);
    const [result] = await rebuild(parts, [projection], { asOf: '2026-03-01T10:00:00.000Z' });
    const { rows } = await db.query(
      `select cents::int, "lastAt" from ${scratchTable(projection, result?.schema ?? '').sql}`,
    );
    expect(rows).toEqual([{ cents: 5, lastAt: new Date('2026-03-01T10:00:00.000Z') }]);
    expect((await loadRows(db, liveInstance(projection), ['a1'])).get('a1')).toMatchObject({ cents: 12 });
    if (!result) throw new Error('no result');
    await dropScratch(db, result);
    expect(await schemasLike(projection.name)).toHaveLength(1);
  });

  it('keeps the record of a scratch table in use until the table is dropped', async () => {
    const { db, parts, projection } = await setUp([stored('Posted', { account: 'a1', cents: 5 })]);
    const [result] = await rebuild(parts, [projection], { asOf: '2030-01-01T00:00:00.000Z' });
    if (!result) throw new Error('no result');
    const reader = await db.connect();
    await reader.query(`begin; select from ${scratchTable(projection, result.schema ?? '').sql}`);
    const isGone = await dropScratch(db, result);
    await reader.query('commit');
    reader.release();
    expect(isGone).toBe(false);
    expect(await schemasLike(projection.name)).toHaveLength(2);
    await db.query(`update engine.replays set "updatedAt" = now() - interval '2 hours' where id = $1`, [result.id]);
    await removeAbandoned(db);
    expect(await schemasLike(projection.name)).toHaveLength(1);
  });

  it('compares repeatedly, also while another rebuild replaces the live read model', async () => {
    const { store, parts, projection } = await setUp([]);
    for (let at = 0; at < 3000; at += 1000)
      await post(store, ...Array.from({ length: 1000 }, (_, n) => posted(`k${n % 50}`, at + n)));
    const compared = () => rebuild(parts, [projection], { compare: true, swap: 'never', pageSize: 500 });
    const results = await Promise.all([compared(), compared(), rebuild(parts, [projection]), compared()]);
    const states = results.flatMap((result) => result.map(({ state, comparison }) => [state, comparison?.equal]));
    expect(states).toEqual([
      ['done', true],
      ['done', true],
      ['done', undefined],
      ['done', true],
    ]);
    expect(await schemasLike(projection.name)).toHaveLength(1);
  });

  it('reports progress and an estimate, and leaves nothing when cancelled from another process', async () => {
    const { db, store, parts, projection } = await setUp([], { live: false });
    const events = Array.from({ length: 12_000 }, (_, at) => posted(`k${at % 50}`, at));
    for (let at = 0; at < events.length; at += 1000)
      await Promise.all(events.slice(at, at + 1000).map((event) => post(store, event)));
    await live(store, projection);
    const steps: { done: number; total: number | null; remainingMs: number | null }[] = [];
    await rebuild(parts, [projection], { pageSize: 1000, onProgress: (step) => steps.push(step) });
    expect(steps[0]).toMatchObject({ done: 1000, total: 12_000 });
    expect(steps[0]?.remainingMs).toBeGreaterThan(0);
    const last = (await latestRebuilds(db)).find((one) => one.projection === projection.name);
    expect(last).toMatchObject({ state: 'done', done: 12_000, total: 12_000, schema: null });

    const cancelled = Promise.withResolvers<void>();
    const waiting: EventStore = {
      ...store,
      readAll: async (options) => {
        await cancelled.promise;
        return store.readAll(options);
      },
    };
    const running = rebuild({ ...parts, store: waiting }, [projection], { id: `cancel-${run}`, pageSize: 1000 });
    await expect.poll(() => rebuildById(db, `cancel-${run}`)).toMatchObject({ state: 'building' });
    await expect(rebuild(parts, [projection])).rejects.toThrow(RebuildInProgress);
    expect(await cancelRebuild(db, `cancel-${run}`)).toBe(true);
    // The second write of the progress follows one that has found the cancellation.
    for (let writes = 0; writes < 2; writes++) {
      const before = (await rebuildById(db, `cancel-${run}`))?.updatedAt;
      await expect.poll(async () => (await rebuildById(db, `cancel-${run}`))?.updatedAt).not.toEqual(before);
    }
    cancelled.resolve();
    expect(await running).toMatchObject([{ state: 'cancelled', swapped: false }]);
    expect(await rebuildById(db, `cancel-${run}`)).toMatchObject({ state: 'cancelled', schema: null });
    expect(await schemasLike(projection.name)).toHaveLength(1);
  });
});
