import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, newAgent, type SignedInAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';

type Role = 'visitor' | 'agent' | 'anotherAgent' | 'admin';
const ROLES: readonly Role[] = ['visitor', 'agent', 'anotherAgent', 'admin'];

/** What a role gets: refused as a stranger, refused as not allowed, or let in (whatever the call then says of its input). */
type Gets = 401 | 403 | 'in';
type Row = readonly [
  method: 'get' | 'post' | 'put',
  path: string,
  gets: Readonly<Record<Role, Gets>>,
  body?: object | 'referral',
];

const everybody = { visitor: 'in', agent: 'in', anotherAgent: 'in', admin: 'in' } as const;
/** `{id}` is the agent's. */
const oneself = { visitor: 401, agent: 'in', anotherAgent: 403, admin: 403 } as const;
const anyAgent = { visitor: 401, agent: 'in', anotherAgent: 'in', admin: 403 } as const;
const signedIn = { visitor: 401, agent: 'in', anotherAgent: 'in', admin: 'in' } as const;
const admins = { visitor: 401, agent: 403, anotherAgent: 403, admin: 'in' } as const;
const ownNumber = { visitor: 401, agent: 'in', anotherAgent: 403, admin: 'in' } as const;

/** Every row of specification section 7, each spelling of its paths, and what each role gets. */
const SECTION_7: readonly Row[] = [
  ['post', '/auth/login', everybody, {}],
  ['post', '/auth/verify-otp', everybody, {}],
  ['post', '/auth/forgot-password', everybody, {}],
  ['post', '/auth/reset-password?token=x', everybody, {}],
  ['post', '/travel-agency/register', everybody, {}],
  ['post', '/travel-agency/verify-otp', everybody, {}],
  ['post', '/travel-agency/resend-otp', everybody, {}],
  ['get', '/referral/get-referred-agent?email=a@b.example', everybody],
  ['post', '/referral/complete-registration', everybody, {}],
  ['get', '/countries', everybody],
  ['get', '/banks', everybody],
  ['get', '/titles', everybody],
  ['post', '/identification/verification', everybody, { idNumber: '1' }],
  ['get', '/travel-agency/personalDetails/{id}', oneself],
  ['get', '/TravelAgent/{id}', oneself],
  ['get', '/travel-agency/PersonalDetails/{id}', oneself],
  ['put', '/update/{id}', oneself, {}],
  ['post', '/travel-agency/update', { ...oneself }, { ID: '{id}', idNumber: '8001015009087', employerConsent: 'Y' }],
  ['get', '/TravelAgency/BankingDetails/{id}', oneself],
  ['put', '/TravelAgency/banking-details/{id}', oneself, {}],
  ['post', '/travel-agency/banking-details-sendOtp/{id}', oneself, {}],
  ['put', '/password/update-password/{id}', oneself, {}],
  ['post', '/Referral/refer-agent', oneself, 'referral'],
  ['post', '/referral/refer-agent', oneself, 'referral'],
  ['get', '/referral/referral-status?referringAgentId={id}', oneself],
  ['get', '/Referral/referral-status?referringAgentId={id}', oneself],
  ['get', '/travel-agency/promotions', signedIn],
  [
    'post',
    '/Incentive/list-incentives',
    ownNumber,
    { fromDate: '20260101', toDate: '20260131', loyaltyTrackingNo: '{trackingNo}' },
  ],
  ['post', '/ContactUsSupport/contact-us', everybody, {}],
  ['get', '/admin/queries', admins],
  ['put', '/admin/update-status/1', admins, {}],
  ['get', '/admin/travel-agents', admins],
  ['post', '/admin/add-agent', admins, {}],
  ['post', '/admin/update', admins, {}],
  ['get', '/admin/promotions', admins],
  ['post', '/admin/add-promotion', admins, {}],
  ['put', '/admin/update-promotion/1', admins, {}],
  ['put', '/admin/deactivate-promotion/1', admins],
  ['put', '/admin/activate-promotion/1', admins],
];

/** The portal's further calls. */
const BESIDE: readonly Row[] = [
  ['post', '/travel-agency/step-up', anyAgent, {}],
  ['get', '/agent/sessions', signedIn],
  ['get', '/agent/history', anyAgent],
  ['get', '/agent/choices', anyAgent],
  ['put', '/agent/choices', anyAgent, {}],
  ['post', '/agent/requests', anyAgent, {}],
  ['get', '/agent/export.json', anyAgent],
  ['get', '/agent/overview', anyAgent],
  ['post', '/auth/extend', signedIn],
];

let running: RunningApp;
let agent: SignedInAgent;
const tokens: Record<Role, string | null> = { visitor: null, agent: null, anotherAgent: null, admin: null };

beforeAll(async () => {
  running = await runApp();
  agent = await newAgent(running);
  const another = await newAgent(running);
  tokens.agent = agent.token;
  tokens.anotherAgent = another.token;
  tokens.admin = await adminToken(running, ADMIN);
});
afterAll(() => running.close());

const referral = () => ({
  FirstName: 'Sipho',
  Surname: 'Dube',
  EmailAddress: 'sipho@other.example',
  ContactNumber: '27831234567',
  IATANumber: '7720101',
  AgencyName: 'Other Travel',
  ReferredByAgentId: agent.id,
});

const filled = (text: string): string =>
  text.replaceAll('{id}', String(agent.id)).replaceAll('{trackingNo}', agent.loyaltyTrackingNo);

function send([method, path, , body]: Row, token: string | null): request.Test {
  let sent = request(running.app)[method](`/api${filled(path)}`);
  if (token) sent = sent.auth(token, { type: 'bearer' });
  if (body === undefined) return sent;
  return sent.send(body === 'referral' ? referral() : JSON.parse(filled(JSON.stringify(body))));
}

describe.each([
  ['the calls of section 7', SECTION_7],
  ['the calls beside them', BESIDE],
] as const)('%s', (_title, rows) => {
  test.each(rows.map((row) => [`${row[0].toUpperCase()} ${row[1]}`, row] as const))('%s', async (_name, row) => {
    const got: Partial<Record<Role, Gets | number>> = {};
    for (const role of ROLES) {
      const { status, type } = await send(row, tokens[role]);
      expect(status, `${role}: never a server error`).toBeLessThan(500);
      if (status >= 400) expect(type).toBe('application/problem+json');
      got[role] = status === 401 || status === 403 ? status : 'in';
    }
    expect(got).toEqual(row[2]);
  });
});

test('a forged, a foreign and a dead token are refused alike', async () => {
  const [head, claims, signature] = agent.token.split('.') as [string, string, string];
  const other = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), role: 'Admin', sub: 'admin-1' }),
  ).toString('base64url');
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  for (const token of [
    `${head}.${other}.${signature}`,
    `${none}.${claims}.`,
    'nonsense',
    `${head}.${claims}.${signature.slice(2)}`,
  ]) {
    await request(running.app).get('/api/admin/travel-agents').auth(token, { type: 'bearer' }).expect(401);
    await request(running.app).get(`/api/TravelAgent/${agent.id}`).auth(token, { type: 'bearer' }).expect(401);
  }
});

test('a role claim in the token gives nothing: the session behind it decides', async () => {
  await request(running.app).get('/api/admin/travel-agents').auth(agent.token, { type: 'bearer' }).expect(403);
});

test('ids that are none are refused like those of others', async () => {
  for (const id of ['0', '-1', 'abc', '999999999999999999999', `${agent.id}%20`, '%00']) {
    const { status } = await request(running.app).get(`/api/TravelAgent/${id}`).auth(agent.token, { type: 'bearer' });
    expect(status, id).toBe(403);
  }
});

test('what no route answers is a 404 in the same form', async () => {
  const { body, type } = await request(running.app).get('/api/no/such/call').expect(404);
  expect(type).toBe('application/problem+json');
  expect(body).toMatchObject({ status: 404, message: expect.any(String), errors: [] });
});
