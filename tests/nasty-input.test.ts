import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../services/api/http/route.ts';
import { allRoutes } from '../services/api/routes.ts';
import { adminToken, newAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';

/** Values that programs trip over. */
const NASTY: readonly unknown[] = [
  ...[
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
  ],
  ...[
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
  ],
];

let running: RunningApp;
let routes: readonly Route[] = [];
const tokens: string[] = [];

beforeAll(async () => {
  running = await runApp({ quiet: true, env: { RATE_LIMIT_SCALE: '1000' } });
  routes = allRoutes(running.services);
  tokens.push((await newAgent(running)).token, await adminToken(running, ADMIN));
});
afterAll(() => running.close());

/** Fields of a route's body or query, as its schema names them. */
function fieldsOf(schema: Route['body']): string[] {
  if (!schema) return [];
  const parsed = schema.safeParse({});
  return parsed.success ? ['id'] : parsed.error.issues.map(({ path }) => String(path[0] ?? 'id'));
}

/** Calls that would end the session that the rest needs. */
const ends = ({ paths }: Route): boolean => /^\/auth\/(?:logout|sessions)/.test(paths[0] ?? '');

/** Half characters cannot stand in an address at all. */
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

/** Each value once, as agent and as admin in turns, so that over all routes both meet every kind of value. */
async function answersOf(route: Route, index: number): Promise<{ status: number; text: string }[]> {
  return Promise.all(
    NASTY.map(async (value, n) => {
      const { status, text } = await send(route, tokens[(n + index) % tokens.length] as string, value).ok(() => true);
      return { status, text };
    }),
  );
}

describe('whatever is sent, no call fails', () => {
  test('each answers 2xx or 4xx, and shows nothing of the inside', async () => {
    const failed: string[] = [];
    for (const [index, route] of routes.filter((one) => !ends(one)).entries()) {
      for (const { status, text } of await answersOf(route, index)) {
        if (status >= 500 || /node_modules|at \w+ \(/.test(text))
          failed.push(`${route.method} ${route.paths[0]} → ${status}`);
      }
    }
    expect([...new Set(failed)]).toEqual([]);
  }, 300_000);
});
