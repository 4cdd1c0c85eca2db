import { setImmediate as nextTurn } from 'node:timers/promises';
import DataLoader from 'dataloader';
import pLimit from 'p-limit';

type BatchResult<Value> = ReadonlyMap<string, Value>;

export interface BatchLoaderOptions {
  /** Maximum number of concurrent queries. */
  readonly maxQueries: number;
  /** Maximum number of keys per query. A call with more keys gets its own query. */
  readonly maxKeys: number;
}

/** Reads collect while `maxQueries` queries run. Nothing is cached: a read sees everything stored before it. */
export class BatchLoader<Value> {
  private readonly loader: DataLoader<string, Value | undefined>;

  constructor(
    private readonly query: (keys: readonly string[]) => Promise<BatchResult<Value>>,
    private readonly options: BatchLoaderOptions,
  ) {
    const limit = pLimit(options.maxQueries);
    let running: Promise<unknown>;
    this.loader = new DataLoader(
      async (keys) => {
        const found = query([...new Set(keys)]);
        running = found;
        const values = await found;
        return keys.map((key) => values.get(key));
      },
      {
        cache: false,
        maxBatchSize: options.maxKeys,
        batchScheduleFn: (dispatch) =>
          void limit(async () => {
            await nextTurn();
            dispatch();
            await running.catch(() => undefined);
          }),
      },
    );
  }

  /** Returns the existing values of these keys. Rejects with the error of the query. */
  async read(keys: readonly string[]): Promise<BatchResult<Value>> {
    if (keys.length > this.options.maxKeys) return this.query(keys);
    const values = await Promise.all(keys.map((key) => this.loader.load(key)));
    const found = new Map<string, Value>();
    keys.forEach((key, at) => {
      const value = values[at];
      if (value !== undefined) found.set(key, value);
    });
    return found;
  }
}
