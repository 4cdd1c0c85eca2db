import { beforeEach, expect, test, vi } from 'vitest';
import { alertStore, dismissAlert } from '../state/alerts.ts';
import { ApiError, call, messageOr } from './client.ts';
import { download } from './files.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  vi.fn(async (_path: string, _init: RequestInit) => new Response(JSON.stringify(body), { status, headers }));

const alerts = () => alertStore.read().map(({ type, message }) => ({ type, message }));

beforeEach(() => {
  for (const { id } of alertStore.read()) dismissAlert(id);
  localStorage.clear();
  sessionStorage.clear();
});

test('an answer with a message is shown as a success', async () => {
  vi.stubGlobal('fetch', answer(200, { message: 'Saved.' }));
  await call('POST', 'auth/logout');
  expect(alerts()).toEqual([{ type: 'success', message: 'Saved.' }]);
});

test.each([
  [422, { message: 'No.', error: 'other' }, 'danger', 'No.'],
  [500, { error: 'Broken.' }, 'danger', 'Broken.'],
  [404, { message: 'Gone.' }, 'warning', 'Gone.'],
  [500, {}, 'danger', 'An unexpected error occurred!'],
])('a failure with status %i and body %j is shown', async (status, body, type, message) => {
  vi.stubGlobal('fetch', answer(status, body));
  await expect(call('POST', 'auth/logout')).rejects.toThrow(message);
  expect(alerts()).toEqual([{ type, message }]);
});

test('a server that cannot be reached is an unexpected error', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('network')));
  await expect(call('GET', 'agent/overview')).rejects.toBeInstanceOf(ApiError);
  expect(alerts()).toEqual([{ type: 'danger', message: 'An unexpected error occurred!' }]);
});

test('reports a device without a connection', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('network')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(call('GET', 'agent/overview')).rejects.toThrow('You are offline. Check your connection and try again.');
  vi.restoreAllMocks();
});

test('a read without an answer fails after a minute; a change and a file wait', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const over = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    signals.push(signal);
    return signal
      ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve(new Response('{}'));
  });
  const read = call('GET', 'agent/overview', { quiet: true });
  await call('POST', 'auth/logout');
  await download('agent/export.pdf', 'x.pdf');
  over.abort(new DOMException('The operation timed out.', 'TimeoutError'));
  await expect(read).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  expect(signals).toEqual([over.signal, null, null]);
  expect(timeout).toHaveBeenCalledWith(60_000);
  vi.restoreAllMocks();
});

/** A response that loses its connection after the first bytes. */
const brokenOff = () => {
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"mess')),
    pull: (stream) => stream.error(new TypeError('network')),
  });
  return new Response(body);
};

test.each([
  ['a call', () => call('POST', 'auth/logout')],
  ['a file', () => download('agent/export.pdf', 'x.pdf')],
])('reports a connection that is lost during the answer to %s', async (_what, ask) => {
  vi.stubGlobal('fetch', async () => brokenOff());
  await expect(ask()).rejects.toBeInstanceOf(ApiError);
  expect(alerts()).toEqual([{ type: 'danger', message: 'An unexpected error occurred!' }]);
});

test('sends the position of the last write with the next read', async () => {
  const fetched = answer(200, {}, { 'X-Position': '42' });
  vi.stubGlobal('fetch', fetched);
  await call('POST', 'auth/logout');
  await call('GET', 'agent/overview');
  expect(fetched.mock.calls[1]?.[1].headers).toMatchObject({ 'X-Read-After': '42' });
});

test('an expired token is removed', async () => {
  localStorage.setItem('token', 'dead');
  vi.stubGlobal('fetch', answer(401, { message: 'Sign in first.' }));
  await expect(call('GET', 'agent/overview', { quiet: true })).rejects.toThrow('Sign in first.');
  expect(localStorage.getItem('token')).toBeNull();
});

test('an expired token does not sign out a newer session', async () => {
  localStorage.setItem('token', 'dead');
  vi.stubGlobal('fetch', async () => {
    localStorage.setItem('token', 'another');
    return new Response('{}', { status: 401 });
  });
  await expect(call('GET', 'agent/overview', { quiet: true })).rejects.toBeInstanceOf(ApiError);
  expect(localStorage.getItem('token')).toBe('another');
});

test.each([
  ['the server has a message', answer(422, { message: 'No.' }), 'No.'],
  ['the server sends no message', answer(500, {}), 'Update failed.'],
  ['a proxy answers with a page', vi.fn(async () => new Response('<html>', { status: 502 })), 'Update failed.'],
  ['the server is not reached', vi.fn().mockRejectedValue(new TypeError('network')), 'Update failed.'],
])('a page shows its own text unless the server sent one: %s', async (_when, fetched, text) => {
  vi.stubGlobal('fetch', fetched);
  const failure = await call('POST', 'auth/logout').catch((error: unknown) => error);
  expect(messageOr(failure, 'Update failed.')).toBe(text);
});

test('repeats a read that does not contain the last change yet, up to four times; a change never', async () => {
  const fetched = answer(200, [], { 'X-Stale': 'true' });
  fetched.mockImplementationOnce(async () => new Response('[]', { headers: { 'X-Stale': 'true' } }));
  fetched.mockImplementationOnce(async () => new Response('[1]'));
  vi.stubGlobal('fetch', fetched);
  expect(await call('GET', 'agent/payouts')).toEqual([1]);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(await call('GET', 'agent/payouts')).toEqual([]);
  expect(fetched).toHaveBeenCalledTimes(7);
  await call('POST', 'auth/logout');
  expect(fetched).toHaveBeenCalledTimes(8);
});
