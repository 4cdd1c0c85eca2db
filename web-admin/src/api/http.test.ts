import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authProviderFor } from './auth-provider.ts';
import { dataProvider } from './data-provider.ts';
import { download, get } from './http.ts';

const tokenOf = (emailAddress: string) => `x.${btoa(JSON.stringify({ role: 'Admin', emailAddress }))}.x`;
const FIRST = tokenOf('first@fynbos.example');
const SECOND = tokenOf('second@fynbos.example');
const assign = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('token', FIRST);
  vi.stubGlobal('location', { ...window.location, assign, reload });
});
afterEach(() => vi.unstubAllGlobals());

const sent = (headers: object | undefined): Headers => new Headers((headers as RequestInit | undefined)?.headers);

test('an expired session opens the sign-in page from any page', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }));
  void get('me');
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'), 30_000);
  expect(localStorage.getItem('token')).toBeNull();
  expect(sessionStorage.getItem('fynbos.signed-out')).toBe('ended');
});

test('the end of a session does not affect a newer one', async () => {
  vi.stubGlobal('fetch', async () => {
    localStorage.setItem('token', SECOND);
    return new Response('{}', { status: 401 });
  });
  void get('me');
  await vi.waitFor(() => expect(reload).toHaveBeenCalled(), 30_000);
  expect(localStorage.getItem('token')).toBe(SECOND);
});

test('repeats a read that does not contain the last change yet, up to four times', async () => {
  const stale = async () => Response.json([], { headers: { 'X-Stale': 'true' } });
  const fetched = vi
    .fn(stale)
    .mockImplementationOnce(stale)
    .mockImplementationOnce(async () => Response.json([1]));
  vi.stubGlobal('fetch', fetched);
  expect(await get('promotions')).toEqual([1]);
  expect(await get('promotions')).toEqual([]);
  expect(fetched).toHaveBeenCalledTimes(7);
});

test('repeats a read of a new record that its read model does not have yet', async () => {
  const fetched = vi
    .fn()
    .mockResolvedValueOnce(Response.json({ id: 'x' }, { status: 201, headers: { 'X-Position': '7' } }))
    .mockResolvedValueOnce(Response.json({}, { status: 404, headers: { 'X-Stale': 'true' } }))
    .mockResolvedValueOnce(Response.json({ id: 'x' }));
  vi.stubGlobal('fetch', fetched);
  await dataProvider.command('POST', 'reconciliations');
  const id: string = 'x';
  expect(await get(`payouts/${id}`)).toEqual({ id: 'x' });
  expect(fetched.mock.calls.map(([, options]) => sent(options).get('X-Read-After'))).toEqual([null, '7', '7']);
});

test('marks requests that a page sends without user activity', async () => {
  const fetched = vi.fn(async (_url: string, _options: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', fetched);
  localStorage.setItem('lastActivity', String(Date.now()));
  await get('events');
  localStorage.setItem('lastActivity', String(Date.now() - 120_000));
  await get('events');
  expect(fetched.mock.calls.map(([, options]) => sent(options).has('X-Unattended'))).toEqual([false, true]);
});

test.each([
  ['before the answer', () => Promise.reject(new TypeError('network'))],
  [
    'within the answer',
    async () => new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError()) })),
  ],
])('does not report a write as failed when its connection was lost %s', async (_when, fetched) => {
  vi.stubGlobal('fetch', fetched);
  await expect(dataProvider.command('POST', 'contact-support/1/answers', { text: 'Paid.' })).rejects.toThrow(
    /may or may not have been saved/,
  );
  await expect(get('contact-support/1')).rejects.toThrow('The server could not be reached. Check the connection');
});

test('logging out does not wait for a server that does not answer', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  void authProviderFor(() => undefined).logout({});
  expect(assign).toHaveBeenCalledWith('/');
  expect(localStorage.getItem('token')).toBeNull();
});

test('saves a file under the name of the server', async () => {
  const saved: string[] = [];
  // The address of the file is revoked later.
  vi.useFakeTimers();
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x' });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const named = { headers: { 'Content-Disposition': 'attachment; filename="QST-1-1.pdf"' } };
  vi.stubGlobal('fetch', async () => new Response('%PDF-', named));
  await download('/api/admin/contact-support/3/files/f1');
  vi.stubGlobal('fetch', async () => new Response(''));
  await download('/api/admin/contact-support/3/files/f1');
  expect(saved).toEqual(['QST-1-1.pdf', 'download']);
});
