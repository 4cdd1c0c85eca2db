import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type EventStore, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { blockedKeys } from './blocked-keys.ts';
import { asStored } from './decode.ts';
import { prepareReadModels, startProjections, startReactions } from './engine.ts';
import { liveInstance } from './projection-instance.ts';
import { layersOf, type Reaction, retryBlockedStream, retryBlockedStreams } from './reaction.ts';
import { ReadYourWrites } from './read-your-writes.ts';
import { rebuild } from './rebuild/rebuild.ts';
import { loadRows } from './table.ts';
import { answerReaction, echoes } from './testing/echo.ts';
import { post, posted, tallies } from './testing/tallies.ts';

const logger = createLogger('test', { level: 'silent' });
const projection = tallies();
let database: FreshDatabase;
let db: pg.Pool;
let store: EventStore;
let opened: { close(): Promise<unknown> }[];
let child: ChildProcess | undefined;

beforeEach(async () => {
  opened = [];
  database = await freshDatabase();
  db = database.pool();
  await migrateEventStore(db);
  store = postgresEventStore({ db });
  await prepareReadModels(db, [projection]);
});
afterEach(async () => {
  child?.kill('SIGKILL');
  for (const one of opened.reverse()) await one.close();
  await store.close();
  await database.drop();
});

async function start(reactions: readonly Reaction[]) {
  const queues = await createQueues({ redisUrl: null, databaseUrl: database.url, logger });
  opened.push(queues);
  const parts = { db, store, decoder: asStored, queues, logger };
  const engine = await startReactions(parts, reactions);
  opened.push(engine);
  return { parts, engine };
}

const streamOf = async (id: string) => (await store.readStream(id)).map((event) => event.data);

describe('reactions', () => {
  it('take effect once for each event, even if the process is killed between effect and checkpoint', async () => {
    await post(store, posted('a', 1), posted('a', 2), posted('b', 3));
    child = fork(new URL('./testing/worker.ts', import.meta.url), [database.url], {
      execArgv: ['--import', 'tsx'],
    });
    const [code, signal] = await once(child, 'exit');
    expect([code, signal]).toEqual([null, 'SIGKILL']);
    expect(await streamOf('echo-a')).toHaveLength(2);
    expect((await db.query(`select "position" from engine.checkpoints where "projection" = 'echo'`)).rows).toEqual([
      { position: null },
    ]);

    await start([echoes(store)]);
    await expect.poll(() => streamOf('echo-b')).toHaveLength(1);
    expect(await streamOf('echo-a')).toMatchObject([{ cents: 1 }, { cents: 2 }]);
  });

  it('delay read-your-writes until their own events are folded, also through chains of reactions', async () => {
    const { parts } = await start([echoes(store), answerReaction(store)]);
    opened.push(await startProjections(parts, [projection]));
    const reads = new ReadYourWrites(db);
    opened.push(reads);
    for (let i = 1; i <= 20; i++) {
      const position = await post(store, posted('a', 1));
      await expect.poll(() => reads.waitFor(position, [projection.name])).toBe(true);
      expect((await loadRows(db, liveInstance(projection), ['answered'])).get('answered')).toMatchObject({
        postings: i,
      });
    }
  });

  it('delay no read if they append nothing, and a wait that times out is answered as stale', async () => {
    let go: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => {
      go = resolve;
    });
    const mail: Reaction = { name: 'mail', eventTypes: ['Posted'], react: () => stuck };
    const { parts } = await start([mail]);
    const reads = new ReadYourWrites(db);
    opened.push(reads);
    const position = await post(store, posted('a', 1));
    expect(await reads.waitFor(position, [projection.name])).toBe(false);
    opened.push(await startProjections(parts, [projection]));
    await expect.poll(() => reads.waitFor(position, [projection.name])).toBe(true);
    go();
  });

  it('block one failing stream, continue with others, and continue with it after a retry', async () => {
    const done: number[] = [];
    let broken = true;
    const picky: Reaction = {
      name: 'picky',
      eventTypes: ['Posted'],
      async react(batch) {
        for (const { data } of batch) {
          const { account, cents } = data as { account: string; cents: number };
          if (broken && account === 'bad' && cents === 2) throw new Error('no');
          if (!done.includes(cents)) done.push(cents);
        }
      },
    };
    await post(store, posted('bad', 1), posted('bad', 2), posted('good', 3), posted('bad', 4));
    await start([picky]);
    const untilWaiting = (waiting: number) =>
      expect.poll(() => blockedKeys(db, 'picky')).toMatchObject([{ key: 'test-bad', waiting }]);
    await untilWaiting(2);
    expect(done).toEqual([1, 3]);
    await post(store, posted('bad', 5), posted('good', 6));
    await expect.poll(() => done).toEqual([1, 3, 6]);
    await untilWaiting(3);
    broken = false;
    const { signal } = new AbortController();
    expect(await retryBlockedStreams({ db, store, decoder: asStored }, picky, signal)).toEqual({
      taken: 3,
      waiting: 0,
    });
    expect(done).toEqual([1, 3, 6, 2, 4, 5]);
    expect(await retryBlockedStreams({ db, store, decoder: asStored }, picky, signal)).toEqual({
      taken: 0,
      waiting: 0,
    });
    expect(await retryBlockedStream({ db, store, decoder: asStored }, picky, 'test-bad', signal)).toBeNull();
  });

  it('keep the error of a blocked stream when the process stops during a retry', async () => {
    let ending: AbortController | undefined;
    const failing: Reaction = {
      name: 'failing',
      eventTypes: ['Posted'],
      async react() {
        ending?.abort();
        ending?.signal.throwIfAborted();
        throw new RangeError('no');
      },
    };
    await post(store, posted('a', 1));
    await start([failing]);
    const errors = async () => (await blockedKeys(db, 'failing')).map(({ errorCode }) => errorCode);
    await expect.poll(errors).toEqual(['RangeError']);
    ending = new AbortController();
    await expect(
      retryBlockedStream({ db, store, decoder: asStored }, failing, 'test-a', ending.signal),
    ).rejects.toThrow('aborted');
    expect(await errors()).toEqual(['RangeError']);
  });

  it.each([
    ['an outage', () => new StoreUnavailable('gone')],
    ['a deadlock', () => Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ])('are delivered again after %s, and block nothing', async (_what, failure) => {
    let tries = 0;
    const away: Reaction = {
      name: 'away',
      eventTypes: ['Posted'],
      async react() {
        if (++tries < 3) throw failure();
      },
    };
    const position = await post(store, posted('a', 1));
    await start([away]);
    const checkpoint = `select "position" from engine.checkpoints where "projection" = 'away'`;
    await expect.poll(async () => (await db.query(checkpoint)).rows).toEqual([{ position }]);
    expect(tries).toBe(3);
    expect(await blockedKeys(db)).toEqual([]);
  });

  it('start at the end of the log if configured, and never run in a rebuild', async () => {
    const seen: string[] = [];
    const late: Reaction = {
      name: 'late',
      eventTypes: ['Posted'],
      startAt: 'head',
      async react(batch) {
        seen.push(...batch.map((event) => event.id));
      },
    };
    const before = posted('a', 1);
    await post(store, before);
    await start([late]);
    const after = posted('a', 2);
    await post(store, after);
    await expect.poll(() => seen).toEqual([after.id]);
    await rebuild({ db, store, decoder: asStored }, [projection]);
    expect(seen).toEqual([after.id]);
  });

  it('have a depth by the reactions before them, also in a circle', () => {
    const one = (name: string, eventTypes: string[], appends: string[]): Reaction => ({
      name,
      eventTypes,
      appends,
      react: async () => undefined,
    });
    expect(
      Object.fromEntries(
        layersOf([one('a', ['A'], ['B']), one('b', ['B'], ['C']), one('c', ['C', 'A'], ['D']), one('mail', ['D'], [])]),
      ),
    ).toEqual({
      a: 0,
      b: 1,
      c: 2,
      mail: -1,
    });
    expect(Object.fromEntries(layersOf([one('x', ['X'], ['Y']), one('y', ['Y'], ['X'])]))).toEqual({ x: 1, y: 1 });
  });
});
