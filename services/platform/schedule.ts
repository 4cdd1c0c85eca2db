/** A running schedule. `close` stops it and waits for the current run. */
export interface Schedule {
  close(): Promise<void>;
}

/** `pauseMs` after each run. A failure goes to `failed` and does not stop it. A run's signal aborts at the close. */
export function schedule(
  pauseMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
  firstAfterMs = 0,
): Schedule {
  const ending = new AbortController();
  let current: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const runAfter = (ms: number): void => {
    timer = setTimeout(() => {
      current = work(ending.signal)
        .then(() => undefined, failed)
        .then(() => {
          if (!ending.signal.aborted) runAfter(pauseMs);
        });
    }, ms);
  };
  runAfter(firstAfterMs);
  return {
    close() {
      ending.abort();
      clearTimeout(timer);
      return current;
    },
  };
}
