import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN_MS = 60_000;
const AGAIN_MS = 500;

let endsAt = 0;
let heard: ((error: unknown) => void) | undefined;

/**
 * From now on, for a minute, what the process needs is tried again instead of ending the start: stores that start at the same
 * time take their time. `onFirstFailure` is called once. Commands and tests never call it: for them an outage is an answer.
 */
export function beginStart(onFirstFailure: (error: unknown) => void): void {
  endsAt = performance.now() + WITHIN_MS;
  heard = onFirstFailure;
}

/** The process is ready or stops: from now on an outage is an answer. */
export function endStart(): void {
  endsAt = 0;
}

/** Whether the process is between its begin and being ready. */
export const isStarting = (): boolean => performance.now() < endsAt;

/** As `call`; while the process starts, errors for which `isPassing` holds make it try again. */
export async function retriedAtStart<Result>(
  call: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isStarting() || !isPassing(error)) throw error;
      heard?.(error);
      heard = undefined;
    }
    await sleep(AGAIN_MS);
  }
}
