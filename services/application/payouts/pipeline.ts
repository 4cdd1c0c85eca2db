/** Chunks processed at the same time, so that one can be decided while another waits for the store. */
const AHEAD = 3;

/**
 * Processes several items at the same time and records them one by one in order.
 * `work` must be repeatable, because the process may crash before recording the item. `record` returns false to stop.
 * Throws the first failure after all started work has ended.
 */
export async function pipeline<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  record: (item: Item, result: Result) => Promise<boolean>,
): Promise<void> {
  const underWay: { item: Item; result: Promise<Result> }[] = [];
  const takeOne = async (): Promise<boolean> => {
    const next = underWay.shift();
    return next ? record(next.item, await next.result) : true;
  };
  try {
    for await (const item of items) {
      const result = work(item);
      // Awaited later in order; until then a failure must not count as unhandled.
      result.catch(() => undefined);
      underWay.push({ item, result });
      if (underWay.length === AHEAD && !(await takeOne())) return;
    }
    while (underWay.length > 0) if (!(await takeOne())) return;
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}
