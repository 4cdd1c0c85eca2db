import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BackendFactory,
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  type RedisQueueBackend,
  runMigrations,
} from 'bullmq';
import pTimeout from 'p-timeout';
import type { Pool } from 'pg';
import type { Logger } from './logger.ts';
import { createPool, isUnavailable } from './postgres.ts';
import { createRedis } from './redis.ts';

/** How long the backend may take to answer, and its connections to close, in milliseconds. */
const ANSWER_MS = 2_000;
const CLOSE_MS = 3_000;

/**
 * What BullMQ's classes need of one of their two backends. They are typed for Redis by default and take either at run
 * time, so the other one is named as if it were Redis's, here and nowhere else.
 */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  readonly factory: BackendFactory<RedisQueueBackend>;
  connection(as: 'caller' | 'worker'): ConnectionOptions;
  /** True while it is known that commands would have to wait. */
  away(): boolean;
  /** Resolves when the backend answers; rejects with its error, or after two seconds. */
  ping(): Promise<unknown>;
  /** What Redis tells of itself (`INFO`); null where Postgres carries the queues. Rejects as `ping` does. */
  info(): Promise<string | null>;
  close(): Promise<void>;
}

/** Connects to Redis; resolves when it is there or the first attempt failed (it goes on trying by itself). */
export async function redisBackend(url: string, logger: Logger): Promise<QueueBackend> {
  const onError = whenUnheard(logger, { backend: 'redis' });
  const caller = createRedis(url, { name: 'queue', as: 'caller', onError });
  const worker = createRedis(url, { name: 'worker', as: 'worker', onError });
  await new Promise<void>((resolve) => {
    caller.once('ready', resolve);
    caller.once('error', () => resolve());
  });
  return {
    kind: 'redis',
    factory: createRedisBackend,
    connection: (as) => (as === 'caller' ? caller : worker) as ConnectionOptions,
    away: () => caller.status !== 'ready',
    ping: () => pTimeout(caller.ping(), { milliseconds: ANSWER_MS }),
    async info() {
      return pTimeout(caller.info(), { milliseconds: ANSWER_MS });
    },
    async close() {
      caller.disconnect();
      worker.disconnect();
    },
  };
}

/** Brings BullMQ's schema up, so that workers find it. Throws while Postgres is away. */
export async function postgresBackend(url: string, maxConnections: number, logger: Logger): Promise<QueueBackend> {
  const pool = createPool(url, {
    applicationName: 'queues',
    max: maxConnections,
    searchPath: [DEFAULT_SCHEMA],
    onIdleError: whenUnheard(logger, { backend: 'postgres' }),
  });
  // Each worker and each listener of BullMQ's listens to it.
  pool.setMaxListeners(0);
  try {
    const client = await pool.connect();
    await runMigrations(client, DEFAULT_SCHEMA).finally(() => client.release());
  } catch (error) {
    await pool.end();
    throw error;
  }
  failSlowly(pool);
  return {
    kind: 'postgres',
    factory: createPostgresBackend as unknown as BackendFactory<RedisQueueBackend>,
    connection: () => pool as unknown as ConnectionOptions,
    away: () => false,
    ping: () => pTimeout(pool.query('select 1'), { milliseconds: ANSWER_MS }),
    info: async () => null,
    close: () => pTimeout(pool.end(), { milliseconds: CLOSE_MS }).catch(() => undefined),
  };
}

/** A worker asks again at once after most errors of Postgres: while it is away, half a second lies between two tries. */
function failSlowly(pool: Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const slow = async (...args: unknown[]): Promise<unknown> => {
    try {
      return await query(...args);
    } catch (error) {
      if (isUnavailable(error)) await sleep(500);
      throw error;
    }
  };
  pool.query = slow as Pool['query'];
}

/** Logs trouble with a connection, but only once in ten seconds: an outage repeats it each second. */
export function whenUnheard(logger: Logger, where: object): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 10_000;
    logger.warn({ ...where, err: error }, 'queue connection trouble');
  };
}
