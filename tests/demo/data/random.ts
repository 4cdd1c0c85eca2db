/** Reproducible randomness: the same seed and name give the same numbers, independent of other names. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number, both bounds included. */
  int(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** A weighted random item. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item;
  chance(probability: number): boolean;
  /** This number of decimal digits. */
  digits(count: number): string;
  /** A UUID (version 4 by its form). */
  uuid(): string;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** FNV-1a: a 32-bit hash of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Random numbers from a seed and a name (mulberry32). */
export function randomOf(seed: number, name: string): Random {
  let state = (hashOf(name) ^ Math.imul(seed | 0, 0x9e3779b1)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const digits = (count: number): string => Array.from({ length: count }, () => int(0, 9)).join('');
  const hex = (count: number): string => Array.from({ length: count }, () => int(0, 15).toString(16)).join('');
  return {
    next,
    int,
    digits,
    pick: (items) => items[int(0, items.length - 1)] as (typeof items)[number],
    weighted(items) {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        rest -= weight;
        if (rest < 0) return item;
      }
      return (items.at(-1) as (typeof items)[number])[0];
    },
    chance: (probability) => next() < probability,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[int(0, 3)]}${hex(3)}-${hex(12)}`,
    shuffled(items) {
      const order = [...items];
      for (let last = order.length - 1; last > 0; last--) {
        const other = int(0, last);
        [order[last], order[other]] = [order[other] as never, order[last] as never];
      }
      return order;
    },
  };
}
