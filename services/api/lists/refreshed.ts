import { LRUCache } from 'lru-cache';

/**
 * A cache that refreshes a value in the background when it is requested after `freshMs`. Only the first request of a
 * name waits. A failed refresh keeps the previous value; the next request tries again. `read`: gets the previous value.
 */
export const refreshed = <Value extends object, Context>(
  clock: () => number,
  max: number,
  freshMs: number,
  read: (name: string, last: Value | undefined, context: Context) => Promise<Value>,
): LRUCache<string, Value, Context> =>
  new LRUCache<string, Value, Context>({
    max,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now: clock },
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: (name, last, { context }) => read(name, last, context),
  });
