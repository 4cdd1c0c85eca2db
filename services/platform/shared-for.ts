/**
 * `make` for many callers: one run at a time, and its result for all who ask until `ms` milliseconds after it was there. A
 * failure is for those alone who waited for it.
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
