import { describe, expect, test } from 'vitest';
import { contentRange, parseListRequest, parseUnfilteredRequest } from './list-request.ts';
import { memoryPage } from './memory-list.ts';

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

test('a list in one order refuses filters and every other order', () => {
  const newestFirst = (query: object) => parseUnfilteredRequest(query, 'askedAt');
  expect(newestFirst({ sort: '["askedAt","DESC"]', range: '[0,9]' })).toMatchObject({ offset: 0, limit: 10 });
  expect(() => newestFirst({ sort: '["askedAt","ASC"]' })).toThrow('newest first');
  expect(() => newestFirst({ sort: '["nosuchfield","DESC"]' })).toThrow('only be sorted by askedAt');
  expect(() => newestFirst({ filter: '{"state":"done"}' })).toThrow('Unknown filter: state.');
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
