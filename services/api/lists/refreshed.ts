import { LRUCache } from 'lru-cache';

/** Refreshes in the background after `freshMs`. Only a name's first request waits. A failed refresh keeps the value. */
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
