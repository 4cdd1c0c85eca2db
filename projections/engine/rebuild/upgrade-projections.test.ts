import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { catchUp } from '../catch-up.ts';
import { asStored } from '../decode.ts';
import { prepareReadModels, startProjections } from '../engine.ts';
import { defineProjection, type FoldEvent, type Handler } from '../projection.ts';
import { liveInstance } from '../projection-instance.ts';
import { liveTable } from '../read-model.ts';
import { retryBlockedKey } from '../retry-blocked-key.ts';
import { subscriptionStatuses } from '../status.ts';
import { loadRows } from '../table.ts';
import { type Closed, expected, type Posted, post, posted, stored, tallies } from '../testing/tallies.ts';
import { rebuild } from './rebuild.ts';
import { requestRebuild, startRebuildWorker } from './rebuild-jobs.ts';
import { latestRebuilds, rebuildById } from './rebuild-record.ts';
import { keepProjectionsUpgraded, removeAbandoned, upgradeProjections } from './upgrade-projections.ts';

const logger = createLogger('test', { level: 'silent' });
const decoder = asStored;
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('a new version is built next to the old one, which readers use until the swap', async () => {
  const db = database.pool();
  const store = memoryEventStore();
  const queues = await createQueues({ redisUrl: null, databaseUrl: database.url, logger });
  const parts = { db, store, decoder, queues, logger };
  const old = tallies({ name: 'renewed' });
  await post(store, posted('a', 1), posted('b', 2));
  const oldWorker = await startProjections(parts, [old]);
  await vi.waitFor(
    async () => expect(await loadRows(db, liveInstance(old), ['a', 'b'])).toEqual(await expected(store, old)),
    60_000,
  );

  const next = { ...tallies({ name: 'renewed', version: 2, partitions: 2 }) };
  const doubled = {
    ...next,
    evolve: (...args: Parameters<typeof next.evolve>) => {
      const row = next.evolve(...args);
      return row && { ...row, cents: row.cents + 1000 };
    },
  };
  const newWorker = await startProjections(parts, [doubled]);
  await post(store, posted('a', 5));
  await vi.waitFor(
    async () => expect((await loadRows(db, liveInstance(old), ['a'])).get('a')).toMatchObject({ cents: 6 }),
    60_000,
  );
  const { signal } = new AbortController();
  await Promise.all([
    upgradeProjections({ ...parts, logger, signal }, [doubled]),
    upgradeProjections({ ...parts, logger, signal }, [doubled]),
  ]);
  expect((await latestRebuilds(db)).filter((one) => one.projection === 'renewed')).toMatchObject([
    { state: 'done', version: next.version },
  ]);
  await post(store, posted('b', 7));
  await vi.waitFor(
    async () => expect(await loadRows(db, liveInstance(doubled), ['a', 'b'])).toEqual(await expected(store, doubled)),
    60_000,
  );
  // The partition that the last event does not concern advances past it a moment later.
  await vi.waitFor(
    async () =>
      expect(await subscriptionStatuses(db, store, new Date())).toMatchObject([
        { name: 'renewed', version: next.version, partitions: 2, behind: 0, events: 4 },
      ]),
    60_000,
  );
  for (const one of [oldWorker, newWorker, queues]) await one.close();
});

it("an older release replaces a newer release's read model only after that stops advancing", async () => {
  const db = database.pool();
  const store = memoryEventStore();
  const parts = { db, store, decoder };
  const [older, newer] = [tallies({ name: 'taken-back' }), tallies({ name: 'taken-back', version: 2 })];
  const { signal } = new AbortController();
  const live = async () =>
    (await subscriptionStatuses(db, store, new Date())).find(({ name }) => name === older.name)?.version;
  await prepareReadModels(db, [newer]);
  await post(store, posted('a', 1));
  const lastPositions = new Map<string, string>();
  const upgrade = () => upgradeProjections({ ...parts, logger, signal, lastPositions }, [older]);
  const schedule = () => catchUp({ db, store, decoder }, liveInstance(newer), { signal });
  await upgrade();
  await schedule();
  await upgrade();
  // Behind again, but it advanced since the last check.
  await post(store, posted('a', 2));
  await upgrade();
  await schedule();
  await post(store, posted('a', 3));
  await upgrade();
  await schedule();
  await upgrade();
  expect(await live()).toBe(newer.version);
  // The older release does not write the retried events either.
  await expect(retryBlockedKey({ db, store, decoder }, liveInstance(older), 'a')).rejects.toMatchObject({
    kind: 'conflict',
  });
  await post(store, posted('a', 4));
  await upgrade();
  expect(await live()).toBe(newer.version);
  await upgrade();
  expect(await live()).toBe(older.version);
  expect(await loadRows(db, liveInstance(older), ['a'])).toEqual(await expected(store, older));
});

it('a release restores its read model after an older release replaced it', async () => {
  const db = database.pool();
  const store = memoryEventStore();
  const parts = { db, store, decoder };
  const [older, newer] = [tallies({ name: 'put-back' }), tallies({ name: 'put-back', version: 2 })];
  await prepareReadModels(db, [newer]);
  await post(store, posted('a', 1));
  const ending = new AbortController();
  const keeping = keepProjectionsUpgraded({ ...parts, logger, signal: ending.signal }, [newer], 20);
  // Simulates a release that does not have this check.
  await rebuild(parts, [older]);
  await vi.waitFor(async () => {
    const [shown] = (await subscriptionStatuses(db, store, new Date())).filter(({ name }) => name === newer.name);
    expect(shown?.version).toBe(newer.version);
  }, 60_000);
  ending.abort();
  await keeping;
});

it('counts an event of a new type although a process that does not know the type skipped it', async () => {
  const db = database.pool();
  const store = memoryEventStore();
  const parts = { db, store, decoder };
  const counts = z.object({ account: z.string(), events: z.int().meta({ column: 'int not null' }) });
  type Counts = z.output<typeof counts>;
  const count: Handler<Counts, Posted | Closed> = (row, _event, account) => ({
    account,
    events: (row?.events ?? 0) + 1,
  });
  const shape = { name: 'more-types', version: 1, row: counts, primaryKey: 'account' } as const;
  const keys = ({ data }: FoldEvent<Posted | Closed>) => [data.account];
  const older = defineProjection<Counts, Posted>({ ...shape, keys, handlers: { Posted: count } });
  const newer = defineProjection<Counts, Posted | Closed>({
    ...shape,
    keys,
    handlers: { Posted: count, Closed: count },
  });
  const { signal } = new AbortController();
  await prepareReadModels(db, [older]);
  await post(store, posted('a', 1), stored('Closed', { account: 'a' }));
  await catchUp(parts, liveInstance(older), { signal });
  await prepareReadModels(db, [newer]);
  await upgradeProjections({ ...parts, logger, signal }, [newer]);
  // The older process no longer moves the checkpoint.
  await post(store, stored('Closed', { account: 'a' }));
  await catchUp(parts, liveInstance(older), { signal });
  await catchUp(parts, liveInstance(newer), { signal });
  expect(await loadRows(db, liveInstance(newer), ['a'])).toEqual(new Map([['a', { account: 'a', events: 3 }]]));
});

it('a worker that looks for outdated read models waits for the end of an outage of Postgres', async () => {
  const db = database.pool();
  const projection = tallies({ name: 'outlasting' });
  await prepareReadModels(db, [projection]);
  let refusals = 1;
  const query = (...args: Parameters<typeof db.query>) =>
    refusals-- > 0 ? Promise.reject(new Error('Connection terminated unexpectedly')) : db.query(...args);
  const away = new Proxy(db, { get: (it, name) => (name === 'query' ? query : Reflect.get(it, name)) });
  const parts = { db: away, store: memoryEventStore(), decoder };
  await upgradeProjections({ ...parts, logger, signal: new AbortController().signal }, [projection]);
  expect(refusals).toBeLessThan(0);
});

it('a read model that cannot be built does not keep the others at the older version', async () => {
  const db = database.pool();
  const store = memoryEventStore();
  const names = ['unbuildable', 'behind-it'];
  await prepareReadModels(
    db,
    names.map((name) => tallies({ name })),
  );
  const [broken, sound] = names.map((name) => tallies({ name, version: 2 }));
  if (!broken || !sound) throw new Error('two names give two read models');
  const ending = new AbortController();
  const upgrading = upgradeProjections({ db, store, decoder, logger, signal: ending.signal }, [
    { ...broken, indexes: ['("missing")'] },
    sound,
  ]);
  await vi.waitFor(async () => {
    const shown = await subscriptionStatuses(db, store, new Date());
    expect(shown.find(({ name }) => name === sound.name)?.version).toBe(sound.version);
  }, 60_000);
  ending.abort();
  await upgrading;
});

it('tables of a killed rebuild are dropped, those of a running one are not', async () => {
  const db = database.pool();
  const store = memoryEventStore();
  const projection = tallies({ name: 'left-behind' });
  await prepareReadModels(db, [projection]);
  await db.query(`create schema rm_left_behind__next_dead; create schema rm_left_behind__old_dead;
    insert into engine.checkpoints ("projection", "partition", "kind", "version") values ('left-behind__next_dead', 0, 'projection', 1);
    insert into engine.replays ("id", "projection", "version", "state", "schema") values ('dead', 'left-behind', 1, 'building', 'rm_left_behind__next_dead')`);
  await post(store, posted('a', 1));
  let tidied = false;
  const slow = {
    ...store,
    readAll: async (options: Parameters<typeof store.readAll>[0]) => {
      if (!tidied) await removeAbandoned(db);
      tidied = true;
      return store.readAll(options);
    },
  };
  expect(await rebuild({ db, store: slow, decoder }, [projection])).toMatchObject([{ state: 'done', swapped: true }]);
  expect(await loadRows(db, liveInstance(projection), ['a'])).toEqual(await expected(store, projection));
  await removeAbandoned(db);
  const { rows } = await db.query(`select nspname from pg_namespace where nspname like 'rm\\_left%'`);
  expect(rows).toEqual([{ nspname: 'rm_left_behind' }]);
  expect(await rebuildById(db, 'dead')).toMatchObject({ state: 'abandoned', schema: null });
});

it('the table of a view that was finished during the check stays', async () => {
  const db = database.pool();
  await prepareReadModels(db, []);
  await db.query(`create schema rm_just_finished__asof_view;
    insert into engine.replays ("id", "projection", "version", "state", "schema", "asOf")
    values ('view', 'just-finished', 1, 'building', 'rm_just_finished__asof_view', now())`);
  let isFirst = true;
  const query = async (...args: Parameters<typeof db.query>) => {
    const found = await db.query(...args);
    if (isFirst) await db.query(`update engine.replays set "state" = 'done' where "id" = 'view'`);
    isFirst = false;
    return found;
  };
  await removeAbandoned(new Proxy(db, { get: (it, name) => (name === 'query' ? query : Reflect.get(it, name)) }));
  expect(await rebuildById(db, 'view')).toMatchObject({ state: 'done', schema: 'rm_just_finished__asof_view' });
});

it('a requested rebuild is run by a worker under the id of the response', async () => {
  const db = database.pool();
  const store = memoryEventStore();
  const projection = tallies({ name: 'asked-for' });
  await prepareReadModels(db, [projection]);
  await post(store, posted('a', 1));
  const queues = await createQueues({ redisUrl: null, databaseUrl: database.url, logger });
  const worker = startRebuildWorker({ db, store, decoder }, queues, [projection], logger);
  const id = await requestRebuild(queues, 'asked-for', { compare: true });
  await vi.waitFor(
    async () => expect(await rebuildById(db, id)).toMatchObject({ state: 'done', comparison: { equal: true } }),
    60_000,
  );
  expect((await db.query(`select cents::int from ${liveTable(projection)}`)).rows).toEqual([{ cents: 1 }]);
  await worker.close();
  await queues.close();
});
