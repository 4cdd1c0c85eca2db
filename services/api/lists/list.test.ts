import { describe, expect, test } from 'vitest';
import { contentRange, parseListRequest, parseUnfilteredRequest } from './list-request.ts';
import { memoryPage } from './memory-list.ts';
import { answerNewestList } from './newest-list.ts';

const listRequest = (filter: object, range?: [number, number], sort?: [string, 'ASC' | 'DESC']) =>
  parseListRequest({
    filter: JSON.stringify(filter),
    ...(range ? { range: JSON.stringify(range) } : {}),
    ...(sort ? { sort: JSON.stringify(sort) } : {}),
  });

test('filter, range and sort are read as ra-data-simple-rest writes them', () => {
  expect(listRequest({ q: 'a' }, [10, 19], ['name', 'DESC'])).toEqual({
    filter: { q: 'a' },
    offset: 10,
    limit: 10,
    sort: { field: 'name', descending: true },
  });
  expect(parseListRequest({})).toEqual({ filter: {}, offset: 0, limit: null, sort: null });
});

test.each([
  [{ filter: '[' }],
  [{ filter: '[]' }],
  [{ range: '[1]' }],
  [{ range: '[-1,3]' }],
  [{ range: '[0,1000]' }],
  [{ sort: '["name"]' }],
  [{ sort: '["name","asc"]' }],
])('%j is no list', (query) => {
  expect(() => parseListRequest(query)).toThrow();
});

test('an empty page still states the total', () => {
  expect(contentRange('agents', 0, 10, 57)).toBe('agents 0-9/57');
  expect(contentRange('agents', 60, 0, 57)).toBe('agents 0-0/57');
});

test('a total that lags behind the rows is raised to them', () => {
  expect(contentRange('audit-log', 60, 10, 57)).toBe('audit-log 60-69/70');
});

test('a list without filters and sorts refuses both', () => {
  expect(parseUnfilteredRequest({ range: '[0,9]' })).toMatchObject({ offset: 0, limit: 10 });
  expect(() => parseUnfilteredRequest({ sort: '["id","ASC"]' })).toThrow('cannot be sorted');
  expect(() => parseUnfilteredRequest({ filter: '{"state":"done"}' })).toThrow('Unknown filter: state.');
});

test('a list that is newest first finds ids and sorts by id, and refuses other filters and orders', async () => {
  const rows = ['b', 'd', 'a', 'c'].map((id) => ({ id }));
  const load = async ({ offset, limit }: { offset: number; limit: number }) => ({
    rows: rows.slice(offset, offset + limit),
    total: rows.length,
  });
  const list = { name: 'runs', field: 'askedAt', perPage: 3 };
  const answered = async (query: object) => {
    const { body, headers } = await answerNewestList(query, list, load);
    return [body?.map(({ id }) => id).join(''), headers?.['Content-Range']];
  };
  expect(await answered({})).toEqual(['bda', 'runs 0-2/4']);
  expect(await answered({ sort: '["askedAt","DESC"]', range: '[1,2]' })).toEqual(['da', 'runs 1-2/4']);
  expect(await answered({ filter: '{"id":["c","b","x"]}' })).toEqual(['bc', 'runs 0-1/2']);
  expect(await answered({ filter: '{"id":"d"}', sort: '["id","ASC"]' })).toEqual(['d', 'runs 0-0/1']);
  expect(await answered({ sort: '["id","ASC"]', range: '[0,2]' })).toEqual(['abc', 'runs 0-2/4']);
  expect(await answered({ sort: '["id","DESC"]' })).toEqual(['dcb', 'runs 0-2/4']);
  await expect(answered({ sort: '["askedAt","ASC"]' })).rejects.toThrow('newest first');
  await expect(answered({ sort: '["nosuchfield","DESC"]' })).rejects.toThrow('only be sorted by askedAt');
  await expect(answered({ filter: '{"state":"done"}' })).rejects.toThrow('Unknown filter: state.');
  await expect(answered({ filter: '{"q":"b"}' })).rejects.toThrow('Unknown filter: q.');
});

describe('a short list', () => {
  const filters = { name: 'contains', status: 'equals', isActive: 'equals', rate: 'equals' } as const;
  const list = { filters, search: ['name'], sorts: ['name'] } as const;
  const items = [
    { id: 1, name: 'Zola', status: 'live', isActive: true, rate: 0.1 },
    { id: 2, name: 'anna', status: 'live', isActive: false, rate: null },
    { id: 3, name: 'Bram', status: 'gone', isActive: false, rate: 0.2 },
  ];
  const names = (request: ReturnType<typeof listRequest>) =>
    memoryPage(list, items, request).rows.map(({ name }) => name);

  test('filters text without case and all else exactly, and sorts as people do', () => {
    expect(names(listRequest({ name: 'A' }, [0, 9], ['name', 'ASC']))).toEqual(['anna', 'Bram', 'Zola']);
    expect(names(listRequest({ status: 'live', q: 'ZO' }, [0, 9]))).toEqual(['Zola']);
    expect(names(listRequest({ id: [3, '1'] }, [0, 9]))).toEqual(['Zola', 'Bram']);
    expect(memoryPage(list, items, listRequest({}, [1, 1]))).toMatchObject({ total: 3, rows: [{ id: 2 }] });
  });

  test('reads true, false and numbers also as text, like a table list', () => {
    for (const isActive of [true, 'true']) expect(names(listRequest({ isActive }))).toEqual(['Zola']);
    for (const isActive of [false, 'false']) expect(names(listRequest({ isActive }))).toEqual(['anna', 'Bram']);
    for (const rate of [0.2, '0.2']) expect(names(listRequest({ rate }))).toEqual(['Bram']);
    expect(names(listRequest({ rate: 'null' }))).toEqual([]);
  });

  test('refuses unknown filters and sorts', () => {
    expect(() => names(listRequest({ secret: 'x' }))).toThrow('Unknown filter: secret.');
    expect(() => names(listRequest({}, [0, 9], ['status', 'ASC']))).toThrow('The list cannot be sorted by status.');
  });
});
