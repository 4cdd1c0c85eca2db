import { expect, test, vi } from 'vitest';
import { savingPausedStore, updateSavingPaused } from './saving-paused.ts';

const SINCE = '2026-11-23T12:05:00.000Z';
const answer = (since?: string) => new Response('{}', { headers: since ? { 'X-Saving-Paused-Since': since } : {} });

test('shows since when saving is paused, and asks the server until it works again', async () => {
  vi.useFakeTimers();
  const fetched = vi.fn(async () => answer(SINCE));
  vi.stubGlobal('fetch', fetched);
  const listener = vi.fn();
  savingPausedStore.subscribe(listener);
  updateSavingPaused(answer(SINCE));
  updateSavingPaused(answer(SINCE));
  expect([savingPausedStore.read(), listener.mock.calls.length]).toEqual([SINCE, 1]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([savingPausedStore.read(), fetched.mock.calls.length]).toEqual([SINCE, 1]);
  fetched.mockImplementation(async () => answer());
  await vi.advanceTimersByTimeAsync(5_000);
  expect([savingPausedStore.read(), listener.mock.calls.length]).toEqual([null, 2]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});
