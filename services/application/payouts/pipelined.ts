/** How many chunks are worked on at once: the store answers for one while another is decided. */
const AHEAD = 3;

/**
 * Works on items ahead of each other and records them in their order, one at a time. Work may be done whose record never
 * comes (a crash): it is repeatable. The first failure ends it, once what is under way has come to rest.
 */
export async function pipelined<Item, Result>(
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
      // Looked at when its turn comes.
      result.catch(() => undefined);
      underWay.push({ item, result });
      if (underWay.length === AHEAD && !(await takeOne())) return;
    }
    while (underWay.length > 0) if (!(await takeOne())) return;
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}
