import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;
const RETRY_MS = 500;

let endsAt = 0;
let onFailure: ((error: unknown) => void) | undefined;

/**
 * Missing dependencies are retried for one minute, because stores that start at the same time need a moment.
 * `onFirstFailure` is called once. Never for commands and tests: for them an outage is an answer.
 */
export function startRetrying(onFirstFailure: (error: unknown) => void): void {
  endsAt = performance.now() + START_LIMIT_MS;
  onFailure = onFirstFailure;
}

/** Called when the process is ready or stops: from now on an outage is an answer. */
export function stopRetrying(): void {
  endsAt = 0;
}

/** Whether the process is starting and not ready yet. */
export const isStarting = (): boolean => performance.now() < endsAt;

/** Runs `call`. While the process starts, errors for which `isPassing` is true are retried. */
export async function retryDuringStart<Result>(
  call: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isStarting() || !isPassing(error)) throw error;
      onFailure?.(error);
      onFailure = undefined;
    }
    await sleep(RETRY_MS);
  }
}
