import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BatchLoader } from './batch-loader.ts';

/** A loader with queries that wait for `answer`, oldest first. */
function loading({ maxQueries = 1, maxKeys = 3 } = {}) {
  const queries: string[][] = [];
  const waiting: (() => void)[] = [];
  const loader = new BatchLoader(
    async (keys) => {
      queries.push([...keys]);
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (keys.includes('broken')) throw new RangeError('broken');
      return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]));
    },
    { maxQueries, maxKeys },
  );
  const turns = async () => {
    for (let n = 0; n < 5; n++) await turn();
  };
  const answer = async () => {
    waiting.shift()?.();
    await turns();
  };
  return { loader, queries, answer, turns };
}

describe('batch loader', () => {
  test('combines the reads that come during a query into the next, each with its own result', async () => {
    const { loader, queries, answer, turns } = loading({ maxKeys: 5 });
    const first = loader.read(['a']);
    await turns();
    const others = [loader.read(['b', 'missing']), loader.read(['b', 'c'])];
    await answer();
    expect(queries).toEqual([['a'], ['b', 'missing', 'c']]);
    await answer();
    const answers = await Promise.all([first, ...others]);
    expect(answers.map((found) => Object.fromEntries(found))).toEqual([{ a: 'A' }, { b: 'B' }, { b: 'B', c: 'C' }]);
  });

  test('limits the keys of a query, and gives a larger read a query of its own', async () => {
    const { loader, queries, answer, turns } = loading();
    const all = [['a', 'b'], ['c', 'd'], ['e'], ['1', '2', '3', '4']].map((keys) => loader.read(keys));
    await turns();
    expect(queries).toEqual([
      ['1', '2', '3', '4'],
      ['a', 'b', 'c'],
    ]);
    await answer();
    await answer();
    expect(queries.at(-1)).toEqual(['d', 'e']);
    await answer();
    await Promise.all(all);
  });

  test('runs at most `maxQueries` queries at a time', async () => {
    const { loader, queries, answer, turns } = loading({ maxQueries: 2, maxKeys: 1 });
    const all = Promise.all(['a', 'b', 'c'].map((key) => loader.read([key])));
    await turns();
    expect(queries).toEqual([['a'], ['b']]);
    await answer();
    expect(queries).toEqual([['a'], ['b'], ['c']]);
    await answer();
    await answer();
    await all;
  });

  test('fails the reads of a failed query only', async () => {
    const { loader, answer, turns } = loading();
    const first = loader.read(['a']);
    await turns();
    const settled = Promise.allSettled([first, loader.read(['broken']), loader.read(['b'])]);
    await answer();
    await answer();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const after = loader.read(['c']);
    await turns();
    await answer();
    expect([...(await after)]).toEqual([['c', 'C']]);
  });
});
