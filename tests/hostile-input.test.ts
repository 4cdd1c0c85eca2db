import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../services/api/http/route.ts';
import { allRoutes } from '../services/api/routes.ts';
import { type Listening, listen } from '../services/api/testing/listening.ts';
import { adminToken, newAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';

/** Values that often break programs. */
const NASTY: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  '\ud800',
  'a\u0000b',
  '‮',
  "'; drop table x; --",
  '../../etc/passwd',
  'x'.repeat(5000),
  [],
  [[]],
  {},
  { a: { b: {} } },
  ['x'],
  '2026-02-30',
  '99999999999999999999',
  '{id}',
  '%',
  '\\',
  '__proto__',
];

let running: RunningApp;
let routes: readonly Route[] = [];
const tokens: string[] = [];

beforeAll(async () => {
  running = await runApp({ quiet: true, env: { RATE_LIMIT_SCALE: '1000' } });
  routes = allRoutes(running.config);
  tokens.push((await newAgent(running)).token, await adminToken(running, ADMIN));
});
afterAll(() => running.close());

/** Fields of a route's body or query, by its schema. */
function fieldsOf(schema: Route['body']): string[] {
  if (!schema) return [];
  const parsed = schema.safeParse({});
  return parsed.success ? ['id'] : parsed.error.issues.map(({ path }) => String(path[0] ?? 'id'));
}

/** Calls that would end the session that later calls need. */
const ends = ({ paths }: Route): boolean => /^\/auth\/(?:logout|sessions)/.test(paths[0] ?? '');

/** Unpaired surrogates cannot occur in an address at all. */
const inAddress = (value: unknown): string =>
  encodeURIComponent(
    String(value)
      .slice(0, 80)
      .replace(/\p{Cs}/gu, '') || '0',
  );

function send(route: Route, token: string, value: unknown): request.Test {
  const path = (route.paths[0] as string).replace(/\{\w+\}/g, inAddress(value));
  const sent = request(running.app)[route.method](`/api${path}`).auth(token, { type: 'bearer' });
  const filled = (schema: Route['body'], given: unknown) =>
    Object.fromEntries(fieldsOf(schema).map((field) => [field, given]));
  if (route.query) sent.query(filled(route.query, String(value).slice(0, 500)));
  return route.method === 'get' || route.raw ? sent : sent.send(filled(route.body, value));
}

/** Each value once, alternately as agent and as admin, so that over all routes both receive every kind of value. */
async function answersOf(route: Route, index: number): Promise<{ status: number; text: string }[]> {
  const takesInput = route.query || route.body || route.paths[0]?.includes('{');
  return Promise.all(
    (takesInput ? NASTY : NASTY.slice(0, tokens.length)).map(async (value, n) => {
      const { status, text } = await send(route, tokens[(n + index) % tokens.length] as string, value).ok(() => true);
      return { status, text };
    }),
  );
}

describe('hostile input', () => {
  test('gets 2xx or 4xx from each call, without internals', async () => {
    const failed: string[] = [];
    for (const [index, route] of routes.filter((one) => !ends(one)).entries()) {
      for (const { status, text } of await answersOf(route, index)) {
        if (status >= 500 || /node_modules|at \w+ \(/.test(text))
          failed.push(`${route.method} ${route.paths[0]} → ${status}`);
      }
    }
    expect([...new Set(failed)]).toEqual([]);
  });
});

/** Parts of an address that are not text, or not text that a database accepts. */
const UNREADABLE = ['%FF', '%', '%00', 'a%00b', '%ED%A0%80', '%C0%AE%C0%AE%2F'];
const DATES = [
  '0000-01-01',
  '1899-12-31',
  '9999-12-31',
  '+275760-09-13',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59+14:00',
];
const LONG = 'x'.repeat(5_000);
const FILTERS = [
  '{"q":"\\u0000"}',
  '{"q":{"toString":1}}',
  '{"id":[{"toString":1}]}',
  '{"id":"\\ud800"}',
  '{"id":"x"}',
  '{"id":1e308}',
  '{"__proto__":{"q":1}}',
  '{"status":"a\\u0000b"}',
  '[]',
  'null',
  '{',
  `{"q":"${LONG.slice(0, 1_000)}"}`,
];
const BODY_VALUES: readonly unknown[] = [
  'a\u0000b',
  { toString: 1 },
  [{ toString: 1 }],
  '\ud800',
  '0000-01-01',
  1e308,
  LONG,
];
const RAW_BODIES = [
  'a\0b,c\nd\0e,f\n',
  `${'a'.repeat(20_000)},b\n`,
  '{"type":"agent","x":"\\u0000"}\n\0\n[1]\n',
  '\ufeff\n\n',
];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly fields: readonly string[];
  readonly types: readonly string[];
}
interface DescribedSchema {
  readonly properties?: object;
  readonly anyOf?: readonly DescribedSchema[];
}
interface DescribedOperation {
  readonly parameters?: readonly { in: string; name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: DescribedSchema }>> };
}

const propertiesOf = ({ properties = {}, anyOf = [] }: DescribedSchema): string[] => [
  ...Object.keys(properties),
  ...anyOf.flatMap(propertiesOf),
];

/** Every operation of `/api/openapi.json`, except those that would end the sessions that later calls need. */
async function operationsOf(url: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, DescribedOperation>>;
  };
  return Object.entries(paths)
    .filter(([path]) => !/^\/api\/auth\/(?:logout|sessions)|disable|suspend|roles/.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        query: parameters.flatMap((one) => (one.in === 'query' ? [one.name] : [])),
        fields: [...new Set(propertiesOf(requestBody?.content['application/json']?.schema ?? {}))],
        types: Object.keys(requestBody?.content ?? {}),
      })),
    );
}

interface Sent {
  readonly address: string;
  readonly body?: string;
  readonly type?: string;
}

/** The inputs for an operation: each class of input once. */
function inputsOf({ path, query, fields, types }: Operation): Sent[] {
  const inPath = (value: string): string => path.replace(/\{\w+\}/g, value);
  const own = inPath('1');
  const all = (value: string): string => `${own}?${new URLSearchParams(query.map((name) => [name, value]))}`;
  const values = query.includes('filter') ? [...FILTERS, ...DATES] : [...DATES, LONG, '1e308', '{"toString":1}'];
  const asOf = query.includes('asOf') ? DATES.map((at) => `${own}?asOf=${encodeURIComponent(at)}`) : [];
  const filtered = query.includes('filter')
    ? FILTERS.map((text) => `${own}?filter=${encodeURIComponent(text)}&range=[0,9]`)
    : [];
  return [
    ...UNREADABLE.map((value) => ({ address: path.includes('{') ? inPath(value) : `${path}?x=${value}` })),
    ...(path.includes('{')
      ? [{ address: inPath(LONG) }, { address: inPath('9'.repeat(30)) }, { address: inPath('%F0%9F%98%80') }]
      : []),
    ...(query.length > 0 ? values.map((value) => ({ address: all(value) })) : []),
    ...[...asOf, ...filtered].map((address) => ({ address })),
    ...(types.includes('application/json')
      ? BODY_VALUES.map((value) => ({
          address: own,
          type: 'application/json',
          body: JSON.stringify(Object.fromEntries(fields.map((field) => [field, value]))),
        }))
      : []),
    ...types
      .filter((type) => type !== 'application/json')
      .flatMap((type) => RAW_BODIES.map((body) => ({ address: own, type, body }))),
  ];
}

describe('hostile input to each operation of the OpenAPI', () => {
  let listening: Listening;
  let operations: readonly Operation[];
  let apiKey: string;
  beforeAll(async () => {
    listening = await listen(running.app);
    operations = await operationsOf(listening.url);
    const made = request(running.app)
      .post('/api/admin/integrators')
      .auth(tokens[1] as string, { type: 'bearer' });
    apiKey = (await made.send({ name: 'Fuzz', scopes: ['rental-events:write', 'rental-events:read'] })).body.apiKey;
  });
  afterAll(() => listening.close());

  test('causes no internal error and no truncated 200', async () => {
    expect(operations.length).toBeGreaterThan(200);
    expect(apiKey).toMatch(/^fyn\./);
    const failed: string[] = [];
    const left = [...operations];
    const work = async (): Promise<void> => {
      for (let operation = left.pop(); operation; operation = left.pop()) {
        const { method, path } = operation;
        const token = path.startsWith('/api/integrations/')
          ? apiKey
          : (tokens[/^\/api\/admin\//.test(path) ? 1 : 0] as string);
        for (const { address, body, type } of inputsOf(operation)) {
          const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) };
          const response = await fetch(`${listening.url}${address}`, {
            method,
            headers,
            ...(body !== undefined && { body }),
          })
            .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
            .catch((error: Error) => ({ status: 599, text: String(error.cause) }));
          if (response.status >= 500 || /node_modules|at \w+ \(/.test(response.text))
            failed.push(
              `${method} ${address.slice(0, 150)} ${(body ?? '').slice(0, 80)} → ${response.status} ${response.text.slice(0, 100)}`,
            );
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(failed).toEqual([]);
  });
});
