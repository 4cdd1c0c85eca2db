import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, or ends at once when the signal comes; never throws. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
