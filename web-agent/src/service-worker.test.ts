import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const LANGUAGE = '/assets/af.js';
const source = readFileSync(path.join(import.meta.dirname, 'service-worker.js'), 'utf8')
  .replace('__PAGES__', '["/agent/home"]')
  .replace('__FILES__', '["/app.html"]')
  .replace('__LANGUAGES__', JSON.stringify([LANGUAGE]));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hangs = () => new Promise<Response>(() => undefined);
const storage = { match: async (file: string): Promise<unknown> => `stored ${file}`, put: async () => undefined };

interface Surroundings {
  readonly fetch?: () => Promise<Response>;
  readonly cache?: object;
  /** Open windows of the origin. */
  readonly windows?: readonly object[];
}

/** Runs the service worker. Returns a function that sends it an event. */
function started({ fetch = hangs, cache = storage, windows = [] }: Surroundings = {}) {
  const listeners: Record<string, (event: unknown) => void> = {};
  const openWindow = vi.fn();
  const self = {
    location: { origin: 'https://portal.example' },
    addEventListener: (kind: string, listener: (event: unknown) => void) => {
      listeners[kind] = listener;
    },
    clients: { matchAll: async () => windows, openWindow },
  };
  new Function('self', 'caches', 'fetch', source)(self, { open: async () => cache }, fetch);
  return { send: (kind: string, event: object) => listeners[kind]?.(event), openWindow };
}

/** Requests a path. Returns the answers, of which there is at most one. */
function requested(pathname: string, mode: 'navigate' | 'cors', surroundings?: Surroundings): readonly unknown[] {
  const answers: unknown[] = [];
  started(surroundings).send('fetch', {
    request: { method: 'GET', mode, url: `https://portal.example${pathname}` },
    respondWith: (answer: Promise<unknown>) =>
      void answer.then(
        (given) => answers.push(given),
        () => answers.push('failed'),
      ),
    waitUntil: () => undefined,
  });
  return answers;
}

test('opens a stored page if the server does not answer for ten seconds', async () => {
  const answers = requested('/agent/home', 'navigate');
  await vi.advanceTimersByTimeAsync(9_900);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(answers).toEqual(['stored /app.html']);
});

test('waits for the server for a page that is not stored', async () => {
  const answers = requested('/agent/profile', 'navigate');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toEqual([]);
});

test.each([502, 503, 504])(
  'opens a stored page while a proxy answers %i because the server restarts',
  async (status) => {
    const answers = requested('/agent/home', 'navigate', {
      fetch: async () => new Response('Bad gateway', { status }),
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toEqual(['stored /app.html']);
  },
);

test('shows the error page of the server itself', async () => {
  const failure = new Response('Error', { status: 500 });
  const answers = requested('/agent/home', 'navigate', { fetch: async () => failure });
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([failure]);
});

test.each([
  ['is full', { match: async () => undefined, put: () => Promise.reject(new Error('QuotaExceededError')) }],
  ['is not allowed', { match: () => Promise.reject(new Error('SecurityError')), put: storage.put }],
])('passes on a language file from the server if the storage of the browser %s', async (_state, cache) => {
  const file = new Response('{}');
  const answers = requested(LANGUAGE, 'cors', { fetch: async () => file, cache });
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([file]);
});

/** Presses a notification while windows are open. Returns what the windows were asked. */
async function pressed(urls: readonly string[]) {
  const focus = vi.fn();
  const navigate = vi.fn();
  const { send, openWindow } = started({ windows: urls.map((url) => ({ url, focus, navigate })) });
  send('notificationclick', {
    notification: { data: 'https://portal.example/agent/payouts', close: () => undefined },
    waitUntil: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(0);
  return { focus, navigate, openWindow };
}

test('a pressed notification opens its page in the open window of the portal', async () => {
  const { focus, navigate, openWindow } = await pressed([
    'https://portal.example/admin/home',
    'https://portal.example/agent/home',
  ]);
  expect(focus).toHaveBeenCalledTimes(1);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('https://portal.example/agent/payouts');
  expect(openWindow).not.toHaveBeenCalled();
});

test('a pressed notification opens a window if only the dashboard is open', async () => {
  const { navigate, openWindow } = await pressed(['https://portal.example/admin/home']);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('https://portal.example/agent/payouts');
  expect(navigate).not.toHaveBeenCalled();
});
