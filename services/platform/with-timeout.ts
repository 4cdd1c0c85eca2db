import { setTimeout as sleep } from 'node:timers/promises';

/** There was no answer in time. */
export class TimeoutError extends Error {
  override readonly name = 'Late';
}

/** What the work gives, or `Late` where it has not given it within so many milliseconds; the work itself goes on. */
export async function withTimeout<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = sleep(limitMs, undefined, { signal: timer.signal }).then(() =>
    Promise.reject(new TimeoutError('no answer in time')),
  );
  return Promise.race([work, late]).finally(() => timer.abort());
}
