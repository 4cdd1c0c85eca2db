import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createQueues, type Queues } from '@fynbos/platform/queue/queue.ts';
import { createRedis } from '@fynbos/platform/redis.ts';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedisServer } from '../../../tests/environment/redis-server.ts';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { describeWithRedis } from '../../../tests/support/redis.ts';
import { asStored } from '../decode.ts';
import { type Engine, prepareReadModels, startProjections } from '../engine.ts';
import { liveInstance } from '../projection-instance.ts';
import { ReadYourWrites } from '../read-your-writes.ts';
import { loadRows } from '../table.ts';
import { expected, post, posted, tallies } from '../testing/tallies.ts';

const logger = createLogger('test', { level: 'silent' });
const projection = tallies({ partitions: 3 });
const accounts = Array.from({ length: 20 }, (_, at) => `account-${at}`);

let database: FreshDatabase;
let redis: RedisServer | null;
let db: pg.Pool;
let store: EventStore;
let opened: { close(): Promise<unknown> }[];
let children: ChildProcess[];

async function setUp(withRedis: boolean): Promise<void> {
  opened = [];
  children = [];
  database = await freshDatabase();
  db = database.pool();
  redis = withRedis ? await startRedisServer() : null;
  await migrateEventStore(db);
  store = postgresEventStore({ db });
  await prepareReadModels(db, [projection]);
}

async function tearDown(): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  for (const one of opened.reverse()) await one.close();
  await store.close();
  await redis?.stop();
  await database.drop();
}

const openQueues = async (): Promise<Queues> => {
  const queues = await createQueues({ redisUrl: redis?.url ?? null, databaseUrl: database.url, logger });
  opened.push(queues);
  return queues;
};

async function startWorker(): Promise<Engine> {
  const engine = await startProjections({ db, store, decoder: asStored, queues: await openQueues(), logger }, [
    projection,
  ]);
  opened.push(engine);
  return engine;
}

async function forkWorker(): Promise<ChildProcess> {
  const child = fork(
    new URL('../testing/worker.ts', import.meta.url),
    [database.url, redis?.url ?? '', projection.name, '3'],
    {
      execArgv: ['--import', 'tsx'],
    },
  );
  children.push(child);
  await once(child, 'message');
  return child;
}

const postSome = (count: number) =>
  post(
    store,
    ...Array.from({ length: count }, (_, at) =>
      posted(accounts[at % 20] as string, at, { other: accounts[(at * 7) % 20] as string }),
    ),
  );

async function holdsEverything(): Promise<void> {
  const wanted = await expected(store, projection);
  await expect.poll(() => loadRows(db, liveInstance(projection), accounts)).toEqual(wanted);
}

function suite(withRedis: boolean): void {
  beforeEach(() => setUp(withRedis));
  afterEach(tearDown);

  it('keeps read models up to date, also with several workers, and processes each event once', async () => {
    await postSome(50);
    await Promise.all([startWorker(), startWorker()]);
    const position = await postSome(150);
    const reads = new ReadYourWrites(db);
    opened.push(reads);
    await expect.poll(() => reads.waitFor(position, [projection.name])).toBe(true);
    expect(await loadRows(db, liveInstance(projection), accounts)).toEqual(await expected(store, projection));
  });

  it('loses no wake-up between the end of one job and the next event', async () => {
    opened.push(
      await startProjections(
        {
          db,
          store,
          decoder: asStored,
          queues: await openQueues(),
          logger,
          times: { lingerMs: 1, sweepMs: 3_600_000, turnMs: 5 },
        },
        [projection],
      ),
    );
    const reads = new ReadYourWrites(db);
    opened.push(reads);
    for (let i = 0; i < 100; i++) {
      await sleep((i * 7) % 13);
      const position = await postSome(1);
      await expect.poll(() => reads.waitFor(position, [projection.name]), { message: `event ${i}` }).toBe(true);
    }
  });

  it('continues when a worker is killed during a batch', async () => {
    const victim = await forkWorker();
    const posting = postSome(600);
    await sleep(300);
    victim.kill('SIGKILL');
    await startWorker();
    await posting;
    await holdsEverything();
  });
}

describe('delivering batches through BullMQ on Postgres', () => suite(false));

describeWithRedis('delivering batches through BullMQ on Redis', () => {
  suite(true);

  it('continues when Redis is wiped repeatedly', async () => {
    await startWorker();
    const wiper = createRedis(redis?.url ?? '', { name: 'wiper', as: 'caller', onError: () => undefined });
    for (let i = 0; i < 5; i++) {
      await postSome(40);
      await wiper.flushall();
    }
    wiper.disconnect();
    await holdsEverything();
  });
});
