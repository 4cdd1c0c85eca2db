import { afterEach, expect, test, vi } from 'vitest';
import { loadPage } from './load-page.ts';

afterEach(() => vi.unstubAllGlobals());

test('tries again while the server is unreachable, without reloading the page', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue('page');
  expect(await loadPage(load, [1, 1, 1])).toBe('page');
  expect(load).toHaveBeenCalledTimes(3);
  expect(reload).not.toHaveBeenCalled();
});

test('reloads the page once if the server answers but the chunk no longer exists', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
  const load = vi.fn().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  const result = loadPage(load, [1]);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(await Promise.race([result, Promise.resolve('waiting')])).toBe('waiting');
});

test('gives up with the error after the last attempt', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(loadPage(() => Promise.reject(new Error('gone')), [1])).rejects.toThrow('gone');
});
