import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PersistentMap } from './persistent-map.ts';

it('equals an ordinary map after every entry and changes no earlier map', () => {
  const entry = fc.tuple(fc.integer({ min: 0, max: 400 }).map(String), fc.nat());
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 600, size: 'max' }), (entries) => {
      const plain = new Map<string, number>();
      let map: PersistentMap<number> = PersistentMap.empty;
      let before: { map: PersistentMap<number>; plain: [string, number][] } | undefined;
      entries.forEach(([key, value], index) => {
        map = map.set(key, value);
        plain.set(key, value);
        if (index === Math.floor(entries.length / 2)) before = { map, plain: [...plain] };
      });
      const sorted = (pairs: Iterable<[string, number]>) => [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
      expect(sorted(map.entries())).toEqual(sorted(plain));
      expect(map.size).toBe(plain.size);
      for (const [key, value] of plain) expect(map.get(key)).toBe(value);
      expect(map.get('none')).toBeUndefined();
      if (before) expect(sorted(before.map.entries())).toEqual(sorted(before.plain));
    }),
    { numRuns: 60 },
  );
});
