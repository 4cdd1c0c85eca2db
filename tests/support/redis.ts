import { describe } from 'vitest';

/** Address of the Redis that tests may flush (TEST_REDIS_URL, set by vitest's global setup), or null. */
export const redisUrl = (): string | null => process.env.TEST_REDIS_URL || null;

/** A suite that needs Redis; skipped with the reason without one. */
export function describeWithRedis(title: string, suite: (url: string) => void): void {
  const url = redisUrl();
  if (url) describe(title, () => suite(url));
  // All other tests still run.
  else describe.skip(`skipped: no Redis on this machine: ${title}`, () => suite(''));
}
