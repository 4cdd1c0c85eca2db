import fc from 'fast-check';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../services/api/http/route.ts';
import { allRoutes } from '../services/api/routes.ts';
import { adminToken, newAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { openProgramme } from '../services/application/reward-policy/current-policy.ts';
import { arbitraryOf } from './support/arbitrary-of.ts';

/** `FUZZ_CALLS` sets a longer round. */
const CALLS_A_ROUTE = Number(process.env.FUZZ_CALLS ?? 12);
let running: RunningApp;
let tokens: Readonly<Record<'agent' | 'admin', string>>;
let agentId: number;

beforeAll(async () => {
  running = await runApp({ quiet: true, env: { RATE_LIMIT_SCALE: '100000' } });
  await openProgramme(running.services);
  const agent = await newAgent(running);
  agentId = agent.id;
  tokens = { agent: agent.token, admin: await adminToken(running, ADMIN) };
});
afterAll(() => running.close());

/** Calls that would end the sessions that later calls need. */
const ends = ({ paths }: Route): boolean => /^\/auth\/(?:logout|sessions)|disable|suspend|roles/.test(paths[0] ?? '');

interface FuzzedCall {
  readonly as: 'agent' | 'admin';
  readonly id: string;
  readonly body: unknown;
  readonly query: unknown;
}
const callOf = (route: Route): fc.Arbitrary<FuzzedCall> =>
  fc.record({
    as: fc.constantFrom('agent' as const, 'admin' as const),
    // Sometimes the id is an existing one.
    id: fc.oneof(fc.constant('own'), fc.string({ minLength: 1, maxLength: 20 }), fc.uuid()),
    body: route.body ? arbitraryOf(route.body) : fc.constant(undefined),
    query: route.query ? arbitraryOf(route.query) : fc.constant(undefined),
  });

const asText = (given: unknown): string => (typeof given === 'string' ? given : (JSON.stringify(given) ?? ''));

function send(route: Route, { as, id, body, query }: FuzzedCall): request.Test {
  const value = id === 'own' ? String(agentId) : id.replace(/\p{Cs}/gu, '') || '0';
  const path = (route.paths[0] as string).replace(/\{\w+\}/g, encodeURIComponent(value));
  const sent = request(running.app)[route.method](`/api${path}`).auth(tokens[as], { type: 'bearer' });
  if (query && typeof query === 'object')
    sent.query(
      Object.fromEntries(Object.entries(query).map(([name, given]) => [name, asText(given).replace(/\p{Cs}/gu, '')])),
    );
  return route.method === 'get' || route.raw || body === undefined
    ? sent
    : sent.set('Content-Type', 'application/json').send(JSON.stringify(body));
}

test('answers valid and almost valid requests of every operation without an internal error', async () => {
  const failed: string[] = [];
  const routes = allRoutes(running.config).filter((route) => (route.body || route.query) && !ends(route));
  expect(routes.length).toBeGreaterThan(60);
  for (const route of routes) {
    await fc.assert(
      fc.asyncProperty(callOf(route), async (call) => {
        const { status, text } = await send(route, call).ok(() => true);
        if (status >= 500 || /node_modules|at \w+ \(/.test(text))
          failed.push(`${route.method} ${route.paths[0]} → ${status} for ${JSON.stringify(call).slice(0, 300)}`);
      }),
      { numRuns: CALLS_A_ROUTE },
    );
  }
  expect(failed).toEqual([]);
}, 1_200_000);
