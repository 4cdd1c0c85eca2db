/** One run at a time; its result is shared until `ms` after it arrived, a failure only with those that waited. */
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
