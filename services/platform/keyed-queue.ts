/**
 * Runs tasks with the same key one after another, in the order in which they came. A task with several keys takes its
 * place in all of them at once, so that tasks never wait for each other in a circle.
 */
export class KeyedQueue {
  /** The end of the last task of each key, while a task has the key. */
  private readonly last = new Map<string, Promise<void>>();

  /** Whether a task has this key or waits for it. */
  isBusy(key: string): boolean {
    return this.last.has(key);
  }

  async run<Result>(keys: readonly string[], task: () => Promise<Result>): Promise<Result> {
    const earlier = keys.flatMap((key) => this.last.get(key) ?? []);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    for (const key of keys) this.last.set(key, ended);
    try {
      await Promise.all(earlier);
      return await task();
    } finally {
      for (const key of keys) if (this.last.get(key) === ended) this.last.delete(key);
      end();
    }
  }
}
