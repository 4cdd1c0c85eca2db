import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../services/api/http/route.ts';
import { integrationCalls } from '../services/api/rentals/integration-calls.ts';
import { allRoutes } from '../services/api/routes.ts';
import { type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { DASHBOARD } from './support/authorisation/dashboard.ts';
import { BESIDE, ENDING, INTEGRATIONS, SECTION_7 } from './support/authorisation/portal.ts';

let running: RunningApp;
let routes: readonly Pick<Route, 'method' | 'paths'>[];
beforeAll(async () => {
  running = await runApp({ quiet: true });
  routes = [...allRoutes(running.services), ...integrationCalls];
});
afterAll(() => running.close());

type Call = readonly [method: string, path: string];
const calls: readonly Call[] = [
  ...[...SECTION_7, ...BESIDE, ...INTEGRATIONS, ...ENDING].map(([method, path]): Call => [method, path]),
  ...DASHBOARD.map(([method, path]): Call => [method, `/admin/${path}`]),
];
/** Each spelling of a route is a call of its own, whatever its letter case; `{id}` stands for one part of a path. */
const declared = (): Call[] => routes.flatMap(({ method, paths }) => paths.map((path): Call => [method, path]));
const answers = ([method, pattern]: Call, [calledBy, called]: Call): boolean =>
  method === calledBy &&
  new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(called.replace(/\?.*$/, ''));
const named = ([method, path]: Call): string => `${method.toUpperCase()} ${path}`;

test('every call that the product declares is called by the tables of authorisation as everybody', () => {
  const all = declared();
  // Of several that could answer, the first declared one does.
  const reached = new Set(calls.map((call) => all.find((one) => answers(one, call))));
  expect(all.filter((one) => !reached.has(one)).map(named)).toEqual([]);
});

test('the tables of authorisation name no call that is gone', () => {
  const all = declared();
  expect(calls.filter((call) => !all.some((one) => answers(one, call))).map(named)).toEqual([]);
});

test('no call is declared twice: the second would never be reached', () => {
  const names = declared().map((call) =>
    named(call)
      .replace(/\{\w+\}/g, '{}')
      .toLowerCase(),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
