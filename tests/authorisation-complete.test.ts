import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../services/api/http/route.ts';
import { integrationCalls } from '../services/api/rentals/integration-calls.ts';
import { allRoutes } from '../services/api/routes.ts';
import { type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { DASHBOARD } from './support/authorisation/dashboard.ts';
import { ADDITIONAL, ENDING, INTEGRATIONS, SECTION_7 } from './support/authorisation/portal.ts';

let running: RunningApp;
let routes: readonly Pick<Route, 'method' | 'paths'>[];
beforeAll(async () => {
  running = await runApp({ quiet: true });
  routes = [...allRoutes(running.config), ...integrationCalls];
});
afterAll(() => running.close());

type Call = readonly [method: string, path: string];
const calls: readonly Call[] = [
  ...[...SECTION_7, ...ADDITIONAL, ...INTEGRATIONS, ...ENDING].map(([method, path]): Call => [method, path]),
  ...DASHBOARD.map(([method, path]): Call => [method, `/admin/${path}`]),
];
/** Each spelling of a route is a separate call, case-insensitive; `{id}` stands for one part of a path. */
const declared = (): Call[] => routes.flatMap(({ method, paths }) => paths.map((path): Call => [method, path]));
const answers = ([method, pattern]: Call, [calledBy, called]: Call): boolean =>
  method === calledBy &&
  new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(called.replace(/\?.*$/, ''));
const named = ([method, path]: Call): string => `${method.toUpperCase()} ${path}`;

test('the authorisation tables call every declared route with every kind of caller', () => {
  const all = declared();
  // The first declared route that matches answers.
  const reached = new Set(calls.map((call) => all.find((one) => answers(one, call))));
  expect(all.filter((one) => !reached.has(one)).map(named)).toEqual([]);
});

test('the authorisation tables contain no removed route', () => {
  const all = declared();
  expect(calls.filter((call) => !all.some((one) => answers(one, call))).map(named)).toEqual([]);
});

test('a call for everyone who is signed in refuses neither agents nor administrators', () => {
  const open = allRoutes(running.config).filter(({ who }) => who === 'signed-in');
  const isOpen = (call: Call) => open.some(({ method, paths }) => paths.some((path) => answers([method, path], call)));
  const refused = [...SECTION_7, ...ADDITIONAL].filter(([, , { agent, admin }]) => agent === 403 || admin === 403);
  const called = refused.map(([method, path]): Call => [method, path]);
  const dashboard = DASHBOARD.map(([method, path]): Call => [method, `/admin/${path}`]);
  expect([...called, ...dashboard].filter(isOpen).map(named)).toEqual([]);
});

test('declares no route twice', () => {
  const names = declared().map((call) =>
    named(call)
      .replace(/\{\w+\}/g, '{}')
      .toLowerCase(),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
