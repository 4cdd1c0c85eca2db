import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RedisServer, startRedisServer } from '../../../tests/environment/redis-server.ts';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { createLogger } from '../logger.ts';
import { createQueues, type QueueSettings, type Queues } from '../queue/queue.ts';

const logger = createLogger('test', { level: 'silent' });
/** The database of the queues in the running test. */
export let database: FreshDatabase;
export let redis: RedisServer | null;
let settings: QueueSettings;
let opened: Queues[];
let children: ChildProcess[];

/** Opens queues for this test and closes them at its end. */
export async function open(): Promise<Queues> {
  const queues = await createQueues(settings);
  opened.push(queues);
  return queues;
}

async function prepare(withRedis: boolean): Promise<void> {
  opened = [];
  children = [];
  database = await freshDatabase();
  // A dedicated server, because tests wipe and kill it.
  redis = withRedis ? await startRedisServer() : null;
  settings = { redisUrl: redis?.url ?? null, databaseUrl: database.url, logger };
}

async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  for (const queues of opened) await queues.close();
  await redis?.stop();
  await database.drop();
}

/** Waits until new jobs are processed again. */
export async function takesJobsAgain(queues: Queues, done: readonly number[]): Promise<void> {
  for (const end = Date.now() + 60_000; done.length === 0 && Date.now() < end; await sleep(100)) {
    await queues
      .queue('fold')
      .add('advance', { n: 1 })
      .catch(() => undefined);
  }
  expect(done.length).toBeGreaterThan(0);
}

/** The contract of queues on either backend. Each file that calls it adds the tests specific to its backend. */
export function queueContract({ withRedis }: { withRedis: boolean }): void {
  beforeEach(() => prepare(withRedis));
  afterEach(cleanUp);

  test('does every job that was added, by as many workers as there are', async () => {
    const [one, other] = [await open(), await open()];
    const done: number[] = [];
    for (const queues of [one, other]) {
      queues.worker<{ n: number }>('fold', async (job) => void done.push(job.data.n), { concurrency: 4 });
    }
    await one.queue('fold').addBulk(Array.from({ length: 200 }, (_, n) => ({ name: 'advance', data: { n } })));
    await expect.poll(() => done.length).toBe(200);
    expect(new Set(done).size).toBe(200);
  });

  test('can be opened by many processes concurrently on an empty database', async () => {
    const queues = await Promise.all(Array.from({ length: 5 }, open));
    await Promise.all(queues.map((it) => it.queue('fold').add('advance', {})));
    expect(await queues[0]?.queue('fold').getWaitingCount()).toBe(5);
  });

  test('retries a failed job, and stores none of its details', async () => {
    const queues = await open();
    let tries = 0;
    queues.worker('mail', async () => {
      tries += 1;
      throw new Error('mailbox thandi@example.com of 8001015009087 is full');
    });
    const job = await queues.queue('mail').add('send', {}, { attempts: 2, backoff: 10 });
    await expect.poll(() => job.getState()).toBe('failed');
    const kept = await queues.queue('mail').getJob(job.id as string);
    expect(tries).toBe(2);
    expect(kept?.failedReason).toBe('mailbox … of … is full');
    expect(JSON.stringify(kept)).not.toMatch(/thandi|8001015/);
  });

  test('notifies waiting callers when a job is done', async () => {
    const queues = await open();
    const events = queues.events('fold');
    await events.waitUntilReady();
    queues.worker('fold', async () => 42);
    const job = await queues.queue('fold').add('advance', {});
    expect(await job.waitUntilFinished(events, 60_000)).toBe(42);
  });

  test('gives the job of a killed worker to another worker, and no job of a live one', async () => {
    const queues = await open();
    const script = new URL('hanging-worker.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      script,
      'fold',
      JSON.stringify({ ...settings, logger: undefined }),
    ]);
    children.push(child);
    await queues.queue('fold').add('advance', { n: 7 });
    await once(child.stdout, 'data');
    const taken: number[] = [];
    queues.worker<{ n: number }>('fold', async (job) => void taken.push(job.data.n));
    await sleep(3_000);
    expect(taken).toEqual([]);
    child.kill('SIGKILL');
    await expect.poll(() => taken).toEqual([7]);
  });

  test('ends within its limit while a job is running, and leaves that job to others', async () => {
    const queues = await open();
    const started = vi.fn();
    queues.worker('fold', async () => {
      started();
      await new Promise(() => undefined);
    });
    await queues.queue('fold').add('advance', { n: 1 });
    await expect.poll(() => started).toHaveBeenCalled();
    await queues.close();
    const taken = vi.fn(async () => undefined);
    (await open()).worker('fold', taken);
    await expect.poll(() => taken).toHaveBeenCalled();
  });
}
