import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does work again and again, with a pause of so many milliseconds after each time. A failure goes to `failed` and does not
 * end it. Gives how to stop: what is under way is waited for.
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
