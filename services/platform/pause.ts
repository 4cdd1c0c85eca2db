import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `ms`, or until the signal aborts; never throws. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
