import { describe, expect, test } from 'vitest';
import { Coalescer } from './coalesce.ts';
import type { AppendOutcome, StreamAppend } from './port.ts';
import { newEvent, pause } from './testing/contract/support.ts';

const options = { maxCalls: 1, maxStreams: 3, maxEvents: 4 };
const entry = (streamId: string, count = 1): StreamAppend => ({
  streamId,
  expected: 'no-stream',
  events: Array.from({ length: count }, () => newEvent()),
});
const done = (batch: readonly StreamAppend[]): AppendOutcome[] =>
  batch.map(({ streamId }) => ({ ok: true, revision: 0, position: streamId, repeated: false }));

function recording(send: (batch: readonly StreamAppend[]) => Promise<AppendOutcome[]> = async (batch) => done(batch)) {
  const calls: string[][] = [];
  const coalescer = new Coalescer(
    async (batch) => {
      calls.push(batch.map(({ streamId }) => streamId));
      await pause(5);
      return send(batch);
    },
    (error) => error instanceof RangeError,
    options,
  );
  return { calls, coalescer };
}

describe('appends of one process', () => {
  test('are sent together as the next call if they arrive during one, and each gets its own answer', async () => {
    const { calls, coalescer } = recording();
    const first = coalescer.submit(entry('a'));
    await pause(1);
    const answers = await Promise.all([first, ...['b', 'c', 'd'].map((stream) => coalescer.submit(entry(stream)))]);
    expect(calls).toEqual([['a'], ['b', 'c', 'd']]);
    expect(answers.map((answer) => answer.ok && answer.position)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('wait for each other and keep their order on one stream', async () => {
    const { calls, coalescer } = recording();
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((n) => coalescer.submit(entry('a')).then(() => order.push(n))));
    expect(calls).toEqual([['a'], ['a'], ['a']]);
    expect(order).toEqual([1, 2, 3]);
  });

  test('fill calls up to the limits of streams and events; a larger append is sent on its own', async () => {
    const { calls, coalescer } = recording();
    await Promise.all(
      [entry('a'), entry('b'), entry('c'), entry('d'), entry('e', 9), entry('f', 3)].map((each) =>
        coalescer.submit(each),
      ),
    );
    expect(calls).toEqual([['a', 'b', 'c'], ['d', 'f'], ['e']]);
  });

  test('are sent one by one where the store refuses them together, and all fail in an outage', async () => {
    const refusing = recording(async (batch) => {
      if (batch.some(({ streamId }) => streamId === 'bad')) throw new RangeError('bad');
      return done(batch);
    });
    const results = await Promise.allSettled(
      ['a', 'bad', 'c'].map((stream) => refusing.coalescer.submit(entry(stream))),
    );
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const away = recording(async () => {
      throw new Error('away');
    });
    const failed = await Promise.allSettled(['a', 'b'].map((stream) => away.coalescer.submit(entry(stream))));
    expect(failed.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(away.calls).toHaveLength(1);
  });
});
