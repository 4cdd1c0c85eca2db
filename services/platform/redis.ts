import { Redis, type RedisOptions } from 'ioredis';

export interface RedisUse {
  /** The name in CLIENT LIST. */
  readonly name: string;
  /** `caller`: fails within two seconds while Redis is unavailable. `worker`: commands wait for Redis. */
  readonly as: 'caller' | 'worker';
  /** Called for each failed attempt to connect. */
  readonly onError: (error: Error) => void;
}

/** redis:// or rediss://. Reconnects at most two seconds after Redis is available again. */
export function createRedis(url: string, use: RedisUse): Redis {
  const options: RedisOptions = {
    connectionName: use.name,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
    // 0: waiting commands are rejected at the next failed attempt to connect.
    maxRetriesPerRequest: use.as === 'worker' ? null : 0,
  };
  const redis = new Redis(url, options);
  redis.on('error', use.onError);
  return redis;
}
