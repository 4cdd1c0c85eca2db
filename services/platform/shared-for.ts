/**
 * Runs `make` for many callers: one run at a time, with a result that all callers share until `ms` milliseconds after
 * it arrived. A failure reaches only the callers that waited for it.
 */
export function sharedFor<Value>(ms: number, make: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  let until = 0;
  return () => {
    if (running && performance.now() < until) return running;
    until = Number.POSITIVE_INFINITY;
    running = make().then(
      (value) => {
        until = performance.now() + ms;
        return value;
      },
      (error: unknown) => {
        running = undefined;
        throw error;
      },
    );
    return running;
  };
}
