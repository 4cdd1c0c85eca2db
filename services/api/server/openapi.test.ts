import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../http/route.ts';
import { allRoutes } from '../routes.ts';
import { type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;

beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

interface Described {
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly headers?: object }>>;
}

/** Returns the calls of the API with a description that satisfies `holds`, as `put /admin/…`. */
async function calls(holds: (call: Described) => unknown): Promise<string[]> {
  const { body } = await request(running.app).get('/api/openapi.json').expect(200);
  return Object.entries(body.paths as Record<string, Record<string, Described>>)
    .flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, call]) => (holds(call) ? `${method} ${path.slice('/api'.length)}` : [])),
    )
    .sort();
}

/** The calls with a declaration that satisfies `holds`, as `put /admin/…`. */
const declared = (holds: (declaration: Route) => unknown): string[] =>
  allRoutes(running.config)
    .filter(holds)
    .flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`))
    .sort();

const takesVersion =
  (isNeeded: boolean) =>
  ({ parameters }: Described) =>
    parameters.some(({ name, required }) => name === 'If-Match' && required === isNeeded);

test('describes which calls need a version, and how they refuse an old or missing one', async () => {
  const required = declared(({ ifMatch }) => ifMatch === 'required');
  const optional = declared(({ ifMatch }) => ifMatch === 'optional');
  expect(required).toContain('put /admin/travel-agents/{id}/bank');
  expect(await calls(takesVersion(true))).toEqual(required);
  expect(await calls(takesVersion(false))).toEqual(optional);
  expect(await calls(({ responses }) => responses[428])).toEqual(await calls(takesVersion(true)));
  expect(await calls(({ responses }) => responses[412])).toHaveLength(required.length + optional.length);
});

test('describes the headers for reading your own writes', async () => {
  const withResponseHeader = (header: string) =>
    calls(({ responses }) => Object.values(responses).some(({ headers = {} }) => header in headers));
  const reading = [
    ...declared(({ reads }) => reads),
    'get /integrations/rental-events/{eventId}',
    'get /integrations/reservations/{reservationNo}',
  ].sort();
  expect(await calls(({ parameters }) => parameters.some(({ name }) => name === 'X-Read-After'))).toEqual(reading);
  expect(await withResponseHeader('X-Stale')).toEqual(reading);
  const writing = declared(({ method, appendsNothing }) => method !== 'get' && !appendsNothing);
  expect(await withResponseHeader('X-Position')).toEqual([...writing, 'post /integrations/rental-events'].sort());
});

test('describes which calls may need approval, and their answer', async () => {
  const waiting = await calls(({ responses }) => JSON.stringify(responses[202] ?? {}).includes('approvalId'));
  expect(waiting).toContain('put /admin/travel-agents/{id}/bank');
  expect(waiting).toEqual(declared(({ needsApproval }) => needsApproval));
});

test('the description has the content types of streams and files, and every answer to rental events', async () => {
  const takes = (type: string) => calls(({ requestBody }) => type in (requestBody?.content ?? {}));
  for (const type of ['text/csv', 'text/plain', 'application/octet-stream'])
    expect(await takes(type)).toEqual(declared(({ raw }) => raw === type));
  expect(await takes('application/x-ndjson')).toEqual([
    ...declared(({ raw }) => raw === 'application/x-ndjson'),
    'post /integrations/rental-events',
  ]);
  const { body } = await request(running.app).get('/api/openapi.json').expect(200);
  const { requestBody, responses } = body.paths['/api/integrations/rental-events'].post;
  const [one, many] = requestBody.content['application/json'].schema.anyOf;
  expect([one.oneOf.length, many.type, many.maxItems]).toEqual([7, 'array', 1_000]);
  for (const status of [200, 201, 207, 409, 422, 503]) expect(Object.keys(responses)).toContain(String(status));
  expect(Object.keys(responses[200].content)).toEqual(['application/json', 'application/x-ndjson']);
  expect(responses[207].content['application/json'].schema.type).toBe('array');
});

test('the complete API is described from the schemas that validate it, without another host', async () => {
  const { body } = await request(running.app).get('/api/openapi.json').expect(200);
  expect(body.openapi).toBe('3.1.0');
  for (const path of [
    '/api/auth/login',
    '/api/travel-agency/register',
    '/api/TravelAgency/banking-details/{id}',
    '/api/Incentive/list-incentives',
    '/api/admin/queries',
  ]) {
    expect(Object.keys(body.paths)).toContain(path);
  }
  const bodyOf = (path: string) => body.paths[path].post.requestBody.content['application/json'].schema;
  expect(JSON.stringify(bodyOf('/api/travel-agency/register'))).toContain('physicalAddressLine1');
  expect(bodyOf('/api/agent/requests').required).toEqual(['kind', 'details']);
  expect(bodyOf('/api/agent/deletion').required, 'the reason of a deletion is optional').toBeUndefined();
  const { text } = await request(running.app).get('/api/docs/').expect(200);
  expect(text).toContain('swagger-ui');
  expect(text).not.toMatch(/(?:src|href)="https?:/);
});
