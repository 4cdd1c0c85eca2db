import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const source = readFileSync(path.join(import.meta.dirname, 'service-worker.js'), 'utf8')
  .replace('__PAGES__', '["/agent/home"]')
  .replace('__FILES__', '["/app.html"]')
  .replace('__LANGUAGES__', '[]');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens a page while the connection hangs. Returns the answers, of which there is at most one. */
function navigate(path: string): readonly unknown[] {
  const listeners: Record<string, (event: unknown) => void> = {};
  const self = {
    location: { origin: 'https://portal.example' },
    addEventListener: (kind: string, listener: (event: unknown) => void) => {
      listeners[kind] = listener;
    },
  };
  const caches = { open: async () => ({ match: async (file: string) => `stored ${file}` }) };
  new Function('self', 'caches', 'fetch', source)(self, caches, () => new Promise(() => undefined));
  const answers: unknown[] = [];
  listeners.fetch?.({
    request: { method: 'GET', mode: 'navigate', url: `https://portal.example${path}` },
    respondWith: (answer: Promise<unknown>) => void answer.then((given) => answers.push(given)),
  });
  return answers;
}

test('opens a stored page if the server does not answer for ten seconds', async () => {
  const answers = navigate('/agent/home');
  await vi.advanceTimersByTimeAsync(9_900);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(answers).toEqual(['stored /app.html']);
});

test('waits for the server for a page that is not stored', async () => {
  const answers = navigate('/agent/profile');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toEqual([]);
});
