import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats work with a pause of this many milliseconds after each run. A failure goes to `failed` and does not stop the
 * schedule. Returns a function that stops it and waits for the current run.
 */
export function schedule(
  pauseMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): { close(): Promise<void> } {
  const ended = new AbortController();
  const working = (async () => {
    while (!ended.signal.aborted) {
      await work().catch(failed);
      await sleep(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  return {
    close() {
      ended.abort();
      return working;
    },
  };
}
