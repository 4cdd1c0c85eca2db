import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, newAgent, type SignedInAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import {
  type Access,
  ADDITIONAL,
  CONFIRM_EMAIL,
  ENDING,
  INTEGRATIONS,
  ROLES,
  type Role,
  type Row,
  SECTION_7,
} from './support/authorisation/portal.ts';

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

async function resultsByRole(row: Row): Promise<Partial<Record<Role, Access>>> {
  const got: Partial<Record<Role, Access>> = {};
  for (const role of ROLES) {
    const { status, type } = await send(row, tokens[role]);
    expect(status, `${role}: never a server error`).toBeLessThan(500);
    // Links in e-mails are answered with a page.
    if (status >= 400 && row[1] !== CONFIRM_EMAIL) expect(type).toBe('application/problem+json');
    got[role] = status === 401 || status === 403 ? status : 'allowed';
  }
  return got;
}

describe.each([
  ['calls of section 7', SECTION_7],
  ['additional calls', ADDITIONAL],
  ['calls of integrators', INTEGRATIONS],
] as const)('%s', (_title, rows) => {
  test.each(rows.map((row) => [`${row[0].toUpperCase()} ${row[1]}`, row] as const))(
    'gives each role its access: %s',
    async (_name, row) => {
      expect(await resultsByRole(row)).toEqual(row[2]);
    },
  );
});

test('refuses forged, foreign and expired tokens with the same answer', async () => {
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

test('ignores a role claim in the token: the session decides', async () => {
  await request(running.app).get('/api/admin/travel-agents').auth(agent.token, { type: 'bearer' }).expect(403);
});

test('refuses invalid ids like those of other people', async () => {
  for (const id of ['0', '-1', 'abc', '999999999999999999999', `${agent.id}%20`]) {
    const { status } = await request(running.app).get(`/api/TravelAgent/${id}`).auth(agent.token, { type: 'bearer' });
    expect(status, id).toBe(403);
  }
  await request(running.app).get('/api/TravelAgent/%00').auth(agent.token, { type: 'bearer' }).expect(400);
});

test('answers unknown paths with 404 in the same form', async () => {
  const { body, type } = await request(running.app).get('/api/no/such/call').expect(404);
  expect(type).toBe('application/problem+json');
  expect(body).toMatchObject({ status: 404, message: expect.any(String), errors: [] });
});

test.each(ENDING.map((row) => [`${row[0].toUpperCase()} ${row[1]}`, row] as const))(
  'gives each role its access: %s',
  async (_name, row) => {
    expect(await resultsByRole(row)).toEqual(row[2]);
  },
);
