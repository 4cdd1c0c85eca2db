import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let token: string;

beforeAll(async () => {
  running = await runApp({ quiet: true });
  await openProgramme(running.services);
  token = await adminToken(running, ADMIN);
});
afterAll(() => running.close());

const get = (path: string) => request(running.app).get(path).auth(token, { type: 'bearer' });
const filtered = (path: string, filter: string, more = '') =>
  get(`/api/admin/${path}?filter=${encodeURIComponent(filter)}${more}`);

describe('a request that cannot be read', () => {
  test.each([
    '/%FF',
    '/%',
    '/admin/%FF',
    '/%C0%AE%C0%AE%2F',
    '/a%00b',
    '/dev/inbox.json?to=%00',
    '/api/countries?x=%FF',
    '/api/integrations/rental-events/%00',
    '/api/integrations/reservations/a%00b',
    '/api/admin/travel-agents/%00',
  ])('is answered with 400 at the path %s', async (path) => {
    const { body } = await get(path).expect(400);
    expect(body).toMatchObject({ status: 400, type: 'urn:fynbos:problem:address' });
  });

  test('is answered with 400 for an invalid cookie of the queue board', async () => {
    await request(running.app).get('/api/admin/board/').set('Cookie', 'board=%').expect(400);
    await request(running.app).get('/api/admin/board/').set('Cookie', 'other=%; board=x').expect(401);
  });

  const LISTS = [
    'travel-agents',
    'contact-support',
    'rewards',
    'referrals',
    'approvals',
    'audit-log',
    'payouts',
    'payout-lines',
    'certificates',
    'holds',
    'reconciliations',
    'promotions',
    'integrators',
    'admins',
    'enquiry-templates',
    'travel-agents.csv',
    'rewards.csv',
    'audit-log.csv',
    'payout-lines.csv',
    'agents-owed',
    'agents-owed.csv',
  ];
  test.each(LISTS)('is answered with 400 for invalid filters of the list %s', async (list) => {
    for (const value of ['"\\u0000"', '"\\ud800"', '{"toString":1}', '[{"toString":1}]'])
      for (const name of ['q', 'id', 'email', 'status']) {
        const { status, type } = await filtered(
          list,
          `{"${name}":${value}}`,
          list.endsWith('.csv') ? '' : '&range=[0,9]',
        );
        expect([status, type], `${name}=${value}`).toEqual([400, 'application/problem+json']);
      }
  });

  test('is answered with 400 for an id that the list cannot have', async () => {
    for (const list of ['audit-log', 'audit-log.csv'])
      await filtered(list, '{"id":"x"}', '&sort=["id","ASC"]').expect(400);
    await filtered('agents-owed.csv', '{"agentId":"x"}').expect(400);
  });

  const PAST = [
    'travel-agents',
    'travel-agents.csv',
    'promotions',
    'rewards.csv',
    'payout-lines',
    'reports/rewards.csv',
  ];
  test.each(PAST)('is answered with 400 or 422 for a moment outside the calendar: %s', async (list) => {
    for (const at of ['0000-01-01', '0000-01-01T00:00:00Z', '1899-12-31'])
      expect([400, 422]).toContain((await get(`/api/admin/${list}?asOf=${at}`)).status);
    // A future day means now.
    expect((await get(`/api/admin/${list}?asOf=9999-12-31`)).status).toBe(200);
  });

  test('is answered with 400 for a JSON body that is not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"email":"a@x.example","queryDetails":"'),
      Buffer.of(0xff, 0xc3, 0x28),
      Buffer.from('"}'),
    ]);
    const { body: integrator } = await request(running.app)
      .post('/api/admin/integrators')
      .auth(token, { type: 'bearer' })
      .send({ name: 'Bytes', scopes: ['rental-events:write'] })
      .expect(201);
    for (const [path, key] of [
      ['/api/ContactUsSupport/contact-us', token],
      ['/api/integrations/rental-events', integrator.apiKey],
    ]) {
      const sent = request(running.app).post(path).auth(key, { type: 'bearer' }).type('application/json');
      const { body } = await sent
        .serialize((sentAsIs) => sentAsIs as unknown as string)
        .send(bytes)
        .expect(400);
      expect(body.message).toBe('The body is not JSON: it is not UTF-8.');
    }
  });

  test('is answered with 404 for an agent with an invalid id', async () => {
    const sent = request(running.app).post('/api/admin/update').auth(token, { type: 'bearer' });
    await sent.send({ id: { toString: 1 } }).expect(404);
  });
});
