import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;

beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

interface Described {
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
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

const takesVersion =
  (isNeeded: boolean) =>
  ({ parameters }: Described) =>
    parameters.some(({ name, required }) => name === 'If-Match' && required === isNeeded);

test('describes which calls need a version, and how they refuse an old or missing one', async () => {
  const puts = [
    'put /admin/admins/{id}',
    'put /admin/challenges/{id}',
    'put /admin/contact-support/{id}',
    'put /admin/enquiry-templates/{id}',
    'put /admin/integrators/{id}',
    'put /admin/promotions/{id}',
    'put /admin/tiers',
    'put /admin/travel-agents/{id}',
    'put /admin/travel-agents/{id}/bank',
  ];
  expect(await calls(takesVersion(true))).toEqual(['post /admin/promotions/{id}/changes', ...puts]);
  const heeding = ['post /admin/update', 'put /admin/update-promotion/{id}', 'put /admin/update-status/{id}'];
  expect(await calls(takesVersion(false))).toEqual(heeding);
  expect(await calls(({ responses }) => responses[428])).toEqual(await calls(takesVersion(true)));
  expect(await calls(({ responses }) => responses[412])).toHaveLength(puts.length + 1 + heeding.length);
});

test('describes which calls may need approval, and their answer', async () => {
  const waiting = await calls(({ responses }) => JSON.stringify(responses[202] ?? {}).includes('approvalId'));
  expect(waiting).toEqual([
    'post /admin/admins',
    'post /admin/bank-list',
    'post /admin/business-days',
    'post /admin/corrections',
    'post /admin/holds/{id}/release',
    'post /admin/month-closes/{month}/close',
    'post /admin/month-closes/{month}/reopen',
    'post /admin/payout-limits',
    'post /admin/payouts/{id}/results',
    'post /admin/promotions/{id}/changes',
    'post /admin/reward-policy',
    'post /admin/sars-rules',
    'post /admin/tax-years/{id}/cancellations',
    'post /admin/tax-years/{id}/certificates',
    'post /admin/tax-years/{id}/submissions',
    'post /admin/travel-agents/{id}/tax-treatment',
    'post /admin/update',
    'post /admin/what-ifs/{id}/correction',
    'put /admin/admins/{id}',
    'put /admin/promotions/{id}',
    'put /admin/travel-agents/{id}',
    'put /admin/travel-agents/{id}/bank',
  ]);
});

test('the description has the content types of streams and files, and every answer to rental events', async () => {
  const takes = (type: string) => calls(({ requestBody }) => type in (requestBody?.content ?? {}));
  expect(await takes('text/csv')).toEqual([
    'post /admin/integrator-lists',
    'post /admin/ledger-exports/{id}/read-back',
    'post /admin/payouts/{id}/answer',
  ]);
  expect(await takes('application/octet-stream')).toEqual(['post /agent/enquiry-files']);
  expect(await takes('text/plain')).toEqual([
    'post /admin/payouts/{id}/cash-in-transit',
    'post /admin/payouts/{id}/statement',
  ]);
  expect(await takes('application/x-ndjson')).toEqual(['post /admin/import', 'post /integrations/rental-events']);
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
  const register = body.paths['/api/travel-agency/register'].post.requestBody.content['application/json'].schema;
  expect(JSON.stringify(register)).toContain('physicalAddressLine1');
  const { text } = await request(running.app).get('/api/docs/').expect(200);
  expect(text).toContain('swagger-ui');
  expect(text).not.toMatch(/(?:src|href)="https?:/);
});
