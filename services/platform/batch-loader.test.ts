import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BatchLoader } from './batch-loader.ts';

/** Questions are answered when `answer` says so, the oldest first. */
function gathering({ lanes = 1, most = 3 } = {}) {
  const questions: string[][] = [];
  const waiting: (() => void)[] = [];
  const gather = new BatchLoader(
    async (names) => {
      questions.push([...names]);
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (names.includes('broken')) throw new RangeError('broken');
      return new Map(names.filter((name) => name !== 'missing').map((name) => [name, name.toUpperCase()]));
    },
    { lanes, most },
  );
  const answer = async () => {
    waiting.shift()?.();
    await turn();
    await turn();
  };
  return { gather, questions, answer };
}

describe('reads that are put together', () => {
  test('what comes while the lanes are taken goes together as the next, each with its own answer', async () => {
    const { gather, questions, answer } = gathering({ most: 4 });
    const first = gather.read(['a']);
    await turn();
    const others = [gather.read(['b', 'missing']), gather.read(['b', 'c'])];
    await answer();
    expect(questions).toEqual([['a'], ['b', 'missing', 'c']]);
    await answer();
    const answers = await Promise.all([first, ...others]);
    expect(answers.map((found) => Object.fromEntries(found))).toEqual([{ a: 'A' }, { b: 'B' }, { b: 'B', c: 'C' }]);
  });

  test('a question holds no more than it may, in the order in which they came; who asks for more asks alone', async () => {
    const { gather, questions, answer } = gathering();
    const all = [['a', 'b'], ['c', 'd'], ['e'], ['1', '2', '3', '4']].map((names) => gather.read(names));
    await turn();
    expect(questions).toEqual([
      ['1', '2', '3', '4'],
      ['a', 'b'],
    ]);
    await answer();
    await answer();
    expect(questions.at(-1)).toEqual(['c', 'd', 'e']);
    await answer();
    await Promise.all(all);
  });

  test('as many are under way as there are lanes', async () => {
    const { gather, questions, answer } = gathering({ lanes: 2, most: 1 });
    const all = Promise.all(['a', 'b', 'c'].map((name) => gather.read([name])));
    await turn();
    await turn();
    expect(questions).toEqual([['a'], ['b']]);
    await answer();
    expect(questions).toEqual([['a'], ['b'], ['c']]);
    await answer();
    await answer();
    await all;
  });

  test('one that fails fails for those who were part of it, and for nobody after them', async () => {
    const { gather, answer } = gathering();
    const first = gather.read(['a']);
    await turn();
    const settled = Promise.allSettled([first, gather.read(['broken']), gather.read(['b'])]);
    await answer();
    await answer();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const after = gather.read(['c']);
    await turn();
    await answer();
    expect([...(await after)]).toEqual([['c', 'C']]);
  });
});
