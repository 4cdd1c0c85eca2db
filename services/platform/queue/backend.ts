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
import type { Logger } from '../logger.ts';
import { createPool, isUnavailable } from '../postgres.ts';
import { createRedis } from '../redis.ts';

/** Maximum time in milliseconds for the backend to answer, and for its connections to close. */
const ANSWER_TIMEOUT_MS = 2_000;
const CLOSE_MS = 3_000;

/** BullMQ's classes are typed for Redis and accept either, so Postgres is cast to Redis's type here only. */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  readonly factory: BackendFactory<RedisQueueBackend>;
  connection(as: 'caller' | 'worker'): ConnectionOptions;
  /** True while commands are known to wait. */
  isUnavailable(): boolean;
  /** Resolves when the backend answers; rejects with its error, or after two seconds. */
  ping(): Promise<unknown>;
  /** The statistics of Redis (`INFO`); null if Postgres carries the queues. Rejects as `ping` does. */
  info(): Promise<string | null>;
  close(): Promise<void>;
}

/** Connects to Redis. Resolves when connected or when the first attempt failed (the client continues to retry). */
export async function redisBackend(url: string, logger: Logger): Promise<QueueBackend> {
  const onError = logRepeatedErrors(logger, { backend: 'redis' });
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
    isUnavailable: () => caller.status !== 'ready',
    ping: () => pTimeout(caller.ping(), { milliseconds: ANSWER_TIMEOUT_MS }),
    async info() {
      return pTimeout(caller.info(), { milliseconds: ANSWER_TIMEOUT_MS });
    },
    async close() {
      caller.disconnect();
      worker.disconnect();
    },
  };
}

/** Creates or upgrades BullMQ's schema for the workers. Throws if Postgres is unavailable. */
export async function postgresBackend(url: string, maxConnections: number, logger: Logger): Promise<QueueBackend> {
  const pool = createPool(url, {
    applicationName: 'queues',
    max: maxConnections,
    searchPath: [DEFAULT_SCHEMA],
    onIdleError: logRepeatedErrors(logger, { backend: 'postgres' }),
  });
  // Each worker and each event listener of BullMQ adds a listener.
  pool.setMaxListeners(0);
  try {
    const client = await pool.connect();
    await runMigrations(client, DEFAULT_SCHEMA).finally(() => client.release());
  } catch (error) {
    await pool.end();
    throw error;
  }
  delayFailures(pool);
  return {
    kind: 'postgres',
    factory: createPostgresBackend as unknown as BackendFactory<RedisQueueBackend>,
    connection: () => pool as unknown as ConnectionOptions,
    isUnavailable: () => false,
    ping: () => pTimeout(pool.query('select 1'), { milliseconds: ANSWER_TIMEOUT_MS }),
    info: async () => null,
    close: () => pTimeout(pool.end(), { milliseconds: CLOSE_MS }).catch(() => undefined),
  };
}

/** Delays a failure by half a second, because a worker retries immediately after most Postgres errors. */
function delayFailures(pool: Pool): void {
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

/** Logs connection errors at most once in ten seconds, because an outage repeats them every second. */
export function logRepeatedErrors(logger: Logger, where: object): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 10_000;
    logger.warn({ ...where, err: error }, 'queue connection error');
  };
}
