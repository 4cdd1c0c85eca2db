import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../port.ts';
import { type CallDeadline, eventsOf, retryOnce, StoreAccessDenied } from './connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A read that yields a number after each of these pauses, until it is cancelled. */
function slowRead(pauses: readonly number[]) {
  let cancel = (): void => undefined;
  const cancelled = new Promise<'cancelled'>((resolve) => {
    cancel = () => resolve('cancelled');
  });
  const isCancelled = vi.fn(async () => cancel());
  async function* events() {
    for (const [n, pause] of pauses.entries()) {
      const come = new Promise((resolve) => setTimeout(resolve, pause));
      if ((await Promise.race([come, cancelled])) === 'cancelled') throw new Error('cancelled');
      yield n;
    }
  }
  return Object.assign(events(), { cancel: isCancelled });
}

const all = (read: ReturnType<typeof slowRead>) => async (deadline: CallDeadline) => {
  const found: number[] = [];
  for await (const event of eventsOf(read, deadline)) found.push(event);
  return found;
};

test('a read that keeps delivering has no total time limit', async () => {
  const read = slowRead([9_000, 9_000, 9_000]);
  const reading = retryOnce(10_000, all(read));
  await vi.advanceTimersByTimeAsync(27_000);
  expect(await reading).toEqual([0, 1, 2]);
  expect(read.cancel).not.toHaveBeenCalled();
});

test('a stalled read is cancelled at the server, so that it delays no other', async () => {
  const read = slowRead([9_000, 11_000]);
  const reading = retryOnce(10_000, all(read));
  const judged = expect(reading).rejects.toBeInstanceOf(StoreUnavailable);
  await vi.advanceTimersByTimeAsync(19_000);
  await judged;
  expect(read.cancel).toHaveBeenCalledTimes(1);
});

test('a refused account is distinguished from an unavailable server', async () => {
  let calls = 0;
  const refusing = retryOnce(10_000, async () => {
    calls++;
    throw Object.assign(new Error('16 UNAUTHENTICATED'), { code: 16 });
  });
  await expect(refusing).rejects.toBeInstanceOf(StoreAccessDenied);
  await expect(refusing).rejects.toBeInstanceOf(StoreUnavailable);
  expect(calls).toBe(1);
});
