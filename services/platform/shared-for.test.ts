import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sharedFor } from './shared-for.ts';

test('runs once for all concurrent and recent callers, and again later', async () => {
  let runs = 0;
  const get = sharedFor(50, async () => {
    await sleep(10);
    return ++runs;
  });
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  expect(await get()).toBe(1);
  await sleep(80);
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
