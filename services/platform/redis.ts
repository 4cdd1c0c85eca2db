import { Redis, type RedisOptions } from 'ioredis';

export interface RedisUse {
  /** Shown by CLIENT LIST. */
  readonly name: string;
  /**
   * `caller`: a command fails within two seconds while Redis is away, so that the caller can answer. `worker`: commands wait for
   * Redis to come back.
   */
  readonly as: 'caller' | 'worker';
  /** Told of each failed attempt to connect. */
  readonly onError: (error: Error) => void;
}

/** A connection to redis:// or rediss://. It connects by itself again, at most two seconds after Redis is back. */
export function createRedis(url: string, use: RedisUse): Redis {
  const options: RedisOptions = {
    connectionName: use.name,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
    // 0: what waits is refused at the next failed attempt to connect.
    maxRetriesPerRequest: use.as === 'worker' ? null : 0,
  };
  const redis = new Redis(url, options);
  redis.on('error', use.onError);
  return redis;
}
