/** Runs works one after the other, in the order in which they were asked for; one that fails keeps none from its turn. */
export type Serialize = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Turns of their own. */
export function serialize(): Serialize {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
