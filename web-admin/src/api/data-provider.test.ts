import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from './data-provider.ts';

afterEach(() => vi.unstubAllGlobals());

function answering(body: unknown, headers: Record<string, string> = {}, status = 200) {
  const fetched = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }),
  );
  vi.stubGlobal('fetch', fetched);
  return () => {
    const [url, init] = fetched.mock.calls.at(-1) as [string, RequestInit];
    return { url: new URL(url, 'http://portal'), init, headers: new Headers(init.headers) };
  };
}

test('a list sends filter, range, sort and moment, and reports whether its total is a lower bound', async () => {
  const sent = answering([{ id: 7 }], { 'Content-Range': 'travel-agents 10-10/11', 'X-Total-Is': 'at-least' });
  const page = await dataProvider.getList('travel-agents', {
    pagination: { page: 2, perPage: 10 },
    sort: { field: 'surname', order: 'ASC' },
    filter: { q: 'karoo' },
    meta: { asOf: '2026-03-01' },
  });
  expect(page).toMatchObject({ data: [{ id: 7 }], total: 11, meta: { atLeast: true } });
  const { url } = sent();
  expect(url.pathname).toBe('/api/admin/travel-agents');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    filter: '{"q":"karoo"}',
    range: '[10,19]',
    sort: '["surname","ASC"]',
    asOf: '2026-03-01',
  });
});

test('an update sends the version that the form opened with as If-Match, and not in the body', async () => {
  const sent = answering({ id: 7, version: 4, surname: 'Nkosi' });
  const previousData = { id: 7, version: 9 };
  const { data } = await dataProvider.update('travel-agents', {
    id: 7,
    data: { surname: 'Nkosi', version: 3 },
    previousData,
  });
  expect(data).toEqual({ id: 7, version: 4, surname: 'Nkosi' });
  const { init, headers, url } = sent();
  expect([init.method, url.pathname, headers.get('If-Match')]).toEqual(['PUT', '/api/admin/travel-agents/7', '3']);
  expect(JSON.parse(String(init.body))).toEqual({ surname: 'Nkosi' });
});

test('an update that waits for an approval keeps the record as it was', async () => {
  answering({ approvalId: 'a1', status: 'waiting' }, {}, 202);
  const previousData = { id: 7, surname: 'Nkosi' };
  const { data } = await dataProvider.update('travel-agents', { id: 7, data: { version: 1 }, previousData });
  expect(data).toEqual({ id: 7, surname: 'Nkosi', approvalId: 'a1', status: 'waiting' });
});

test('a command sends its body, the version that the administrator saw and the reason', async () => {
  const sent = answering({ message: 'Saved.' });
  const answer = await dataProvider.command(
    'PUT',
    'contact-support/7',
    { status: 'Resolved' },
    { version: 3, reason: ' Païd ' },
  );
  expect(answer).toEqual({ message: 'Saved.' });
  const { init, headers, url } = sent();
  expect([init.method, url.pathname, headers.get('If-Match')]).toEqual(['PUT', '/api/admin/contact-support/7', '3']);
  expect(decodeURIComponent(headers.get('X-Reason') ?? '')).toBe('Païd');
  expect(JSON.parse(String(init.body))).toEqual({ status: 'Resolved' });
});

test('a command without body, version and reason sends none of them', async () => {
  const sent = answering({ message: 'Started.' });
  await dataProvider.command('POST', 'proof/verifications', undefined, { reason: ' ' });
  const { init, headers } = sent();
  expect([init.body, headers.has('If-Match'), headers.has('X-Reason')]).toEqual([undefined, false, false]);
});

test('a file is sent as it is, with its type and query', async () => {
  const sent = answering({ found: 1 });
  await dataProvider.upload('integrator-lists', 'a;b', { query: { integratorId: 'i1', from: undefined } });
  const { init, headers, url } = sent();
  expect([url.pathname, url.search]).toEqual(['/api/admin/integrator-lists', '?integratorId=i1']);
  expect([init.body, headers.get('Content-Type')]).toEqual(['a;b', 'text/csv']);
});

test('a record is created by the package itself', async () => {
  const sent = answering({ id: 'r1', message: 'Saved.' }, {}, 201);
  const { data } = await dataProvider.create('referrals', { data: { firstName: 'Sipho' } });
  expect(data).toEqual({ id: 'r1', message: 'Saved.' });
  expect([sent().init.method, sent().url.pathname]).toEqual(['POST', '/api/admin/referrals']);
});
