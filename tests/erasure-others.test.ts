import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '../services/api/testing/call.ts';
import {
  adminToken,
  message,
  newAgent,
  prove,
  referred,
  registrationForm,
  requestDeletion,
  type SignedInAgent,
} from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { until } from '../services/api/testing/until.ts';

let running: RunningApp;
let admin: Dashboard;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
});
afterAll(() => running.close());

const as = ({ token }: SignedInAgent, method: 'get' | 'put' | 'post', path: string) =>
  request(running.app)[method](`/api/${path}`).auth(token, { type: 'bearer' });

/** An unused address. */
const newAddress = (): string => registrationForm().emailAddress;

/** Requests another address, a minute later. */
async function askFor(agent: SignedInAgent, emailAddress: string): Promise<void> {
  running.pass(60_000);
  await prove(running, agent, 'personal');
  const { body: details } = await as(agent, 'get', `travel-agency/personalDetails/${agent.id}`).expect(200);
  await as(agent, 'post', 'travel-agency/update')
    .send({ ...details, ID: agent.id, emailAddress, employerConsent: 'Y' })
    .expect(200);
}

async function changeTo(agent: SignedInAgent, emailAddress: string): Promise<void> {
  await askFor(agent, emailAddress);
  const { text } = await message(running, emailAddress, (one) => one.text.includes('confirm-email'));
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  await request(running.app).get(`${link.pathname}${link.search}`).expect(200);
}

/** Sends an enquiry of a visitor or a signed-in agent; returns its reference number. */
async function enquire(email: string, queryDetails: string, agent?: SignedInAgent): Promise<string> {
  running.pass(1_000);
  const call = request(running.app).post('/api/ContactUsSupport/contact-us');
  if (agent) call.auth(agent.token, { type: 'bearer' });
  const { body } = await call.send({ typeOfQuery: 'incentives', email, queryDetails }).expect(201);
  return body.referenceNumber;
}

/** The enquiry's row in the read model. */
async function shown(referenceNumber: string): Promise<string> {
  await running.folded('enquiries');
  const { rows } = await running.pool.query(
    'select "queryDetails" from rm_enquiries.enquiries where "referenceNumber" = $1',
    [referenceNumber],
  );
  return rows[0]?.queryDetails;
}

test.each(['agents', 'enquiries'])('is not complete while a record in %s is blocked', async (readModel) => {
  const agent = await newAgent(running, { surname: `Blocked in ${readModel}` });
  const { pool, services } = running;
  const key = readModel === 'agents' ? String(agent.id) : 'other';
  await pool.query(
    `insert into engine.parked ("projection", "key", "partition", "eventId", "position", "errorCode", "errorMessage")
     values ($1, $2, 0, gen_random_uuid(), '0', 'x', 'x')`,
    [readModel, key],
  );
  await requestDeletion(running, agent);
  expect((await admin.post(`travel-agents/${agent.id}/forgetting`, { reason: 'asked for' })).status).toBe(202);
  const erasure = { projection: 'forget', key: `agent-${agent.id}` };
  await until(async () => {
    const { body } = await admin.get('operations/parked');
    return body.some((one: object) =>
      expect.objectContaining({ ...erasure, errorCode: 'RecordBlocked' }).asymmetricMatch(one),
    );
  });
  await pool.query('delete from engine.parked where "projection" = $1 and "key" = $2', [readModel, key]);
  expect((await admin.post('operations/parked/resume', erasure)).body).toEqual({ taken: 1, waiting: 0 });
  expect((await services.log.keys.keysFor([erasure.key], { create: false })).size).toBe(0);
});

/** Executes the person's erasure request; returns the preview when the person is erased. */
async function forget(agent: SignedInAgent): Promise<{ enquiries: number; referrals: number }> {
  await running.folded('enquiries', 'referrals');
  await requestDeletion(running, agent);
  const { body } = await admin.get(`travel-agents/${agent.id}/forgetting`);
  expect((await admin.post(`travel-agents/${agent.id}/forgetting`, { reason: 'asked for' })).status).toBe(202);
  const { keys } = running.services.log;
  await until(async () => (await keys.keysFor([`agent-${agent.id}`], { create: false })).size === 0);
  return body;
}

test('keeps enquiries and referrals of an address that the person only requested', async () => {
  const referrer = await newAgent(running);
  const agent = await newAgent(running);
  const { emailAddress: visitor } = await referred(running, referrer);
  const complaint = await enquire(visitor, 'A complaint of a visitor');
  await askFor(agent, visitor);
  expect(await forget(agent)).toMatchObject({ enquiries: 0, referrals: 0 });
  expect(await shown(complaint)).toBe('A complaint of a visitor');
  const { body } = await as(referrer, 'get', `referral/referral-status?referringAgentId=${referrer.id}`).expect(200);
  expect(body.referrals).toMatchObject([{ emailAddress: visitor }]);
});

test('keeps what other agents wrote, also from a requested or former address of the person', async () => {
  const agent = await newAgent(running);
  const given = newAddress();
  await askFor(agent, given);
  await changeTo(agent, newAddress());
  const second = await newAgent(running, { emailAddress: given });
  const third = await newAgent(running, { emailAddress: agent.form.emailAddress });
  const written = await Promise.all([
    enquire(given, 'Signed in', second),
    enquire(given, 'Not signed in'),
    enquire(agent.form.emailAddress, 'Signed in', third),
    enquire(agent.form.emailAddress, 'Not signed in'),
    enquire(agent.form.emailAddress, 'From another address', second),
  ]);
  expect(await forget(agent)).toMatchObject({ enquiries: 0, referrals: 0 });
  for (const one of written) expect(await shown(one)).not.toBe('');
  // Erased together with its owner.
  expect(await forget(third)).toMatchObject({ enquiries: 2 });
  const left = await Promise.all(written.map(shown));
  expect(left).toEqual(['Signed in', 'Not signed in', '', '', 'From another address']);
});

test('erases what came from the person’s own addresses, signed in or not, at any time', async () => {
  const referrer = await newAgent(running);
  const form = registrationForm();
  const asVisitor = await enquire(form.emailAddress, 'Before registering');
  const agent = await newAgent(running, form);
  const { emailAddress: later } = await referred(running, referrer);
  const signedIn = await enquire('another@agency.example', 'Signed in', agent);
  await changeTo(agent, later);
  const afterwards = await enquire(form.emailAddress.toUpperCase(), 'From the old address');
  const asLater = await enquire(later, 'From the new address');
  expect(await forget(agent)).toMatchObject({ enquiries: 4, referrals: 1 });
  for (const one of [asVisitor, signedIn, afterwards, asLater]) expect(await shown(one)).toBe('');
  const { body } = await as(referrer, 'get', `referral/referral-status?referringAgentId=${referrer.id}`).expect(200);
  expect(body.referrals).toMatchObject([{ emailAddress: '' }]);
});
