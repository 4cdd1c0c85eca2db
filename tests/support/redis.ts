import { describe } from 'vitest';

/** Address of the Redis that tests may use and wipe (TEST_REDIS_URL, filled in by vitest's global setup), or null. */
export const redisUrl = (): string | null => process.env.TEST_REDIS_URL || null;

/** A suite that needs Redis: runs with its address, or is shown as skipped with the reason where there is none. */
export function describeWithRedis(title: string, suite: (url: string) => void): void {
  const url = redisUrl();
  if (url) describe(title, () => suite(url));
  // A machine on which none may be installed still runs all other tests.
  else describe.skip(`skipped: no Redis on this machine: ${title}`, () => suite(''));
}
