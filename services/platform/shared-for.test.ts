import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedFor } from './shared-for.ts';

test('runs once for all concurrent and recent callers, and again later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let runs = 0;
  const get = sharedFor(50, async () => ++runs);
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(49);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await get()).toBe(2);
});

test('tries again after a failure', async () => {
  let runs = 0;
  const get = sharedFor(60_000, async () => {
    if (++runs === 1) throw new Error('away');
    return runs;
  });
  await expect(get()).rejects.toThrow('away');
  expect(await get()).toBe(2);
});
