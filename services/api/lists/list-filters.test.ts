import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, newAgent, type SignedInAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

const DAY = '2026-11-23';
/** The columns that each list's page shows, with a value of their type. */
const SHOWN_COLUMNS: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> = {
  'travel-agents': {
    title: 'Ms',
    firstName: 'x',
    surname: 'x',
    agencyName: 'x',
    emailAddress: 'x',
    loyaltyTrackingNo: 'x',
    status: 'active',
    employerConsent: true,
    registeredAt: DAY,
  },
  referrals: {
    firstName: 'x',
    surname: 'x',
    emailAddress: 'x',
    agencyName: 'x',
    registrationStatus: 'Invited',
    referredOn: DAY,
    lastUpdated: DAY,
  },
  'contact-support': { email: 'x', status: 'pending', referenceNumber: 'x', dateCreated: DAY, lastUpdated: DAY },
  rewards: {
    reservationNo: 'x',
    loyaltyTrackingNo: 'x',
    promoCode: 'x',
    month: '2026-11',
    status: 'Earned',
    reason: 'x',
    invoiceDate: DAY,
    tkRevenueCents: 1,
    grossCents: 1,
    payeCents: 1,
    nettCents: 1,
  },
  promotions: { promoCode: 'x', description: 'x', promoRate: 0.1, startDate: DAY, endDate: DAY, isActive: true },
  approvals: { summary: 'x', status: 'waiting', requestedBy: 1, requestedAt: DAY, decidedBy: 1, decidedAt: DAY },
  'audit-log': { recordedAt: DAY, type: 'x', streamId: 'x', actorId: '1', reason: 'x' },
  payouts: { reference: 'x', payDate: DAY, proposedAt: DAY, batch: 'eft', status: 'frozen', approvedBy: '1' },
  'payout-lines': {
    agentId: 1,
    state: 'paid',
    states: 'paid',
    nettCents: 1,
    rewards: 1,
    treatment: 'paye',
    settledOn: DAY,
    reason: 'x',
  },
  holds: { agentId: 1, signal: 'Burst', reason: 'x', updatedAt: DAY, status: 'open' },
  certificates: { agentId: 1, type: 'x', certificateNo: 'x', version: 1, issuedAt: DAY, grossCents: 1, payeCents: 1 },
  reconciliations: { askedAt: DAY, status: 'x', how: 'x' },
  admins: { name: 'x', email: 'x', roles: 'Admin', status: 'enabled' },
  integrators: { name: 'x', status: 'active', scopes: 'x', addedAt: DAY },
  'enquiry-templates': { title: 'x', text: 'x' },
};

let running: RunningApp;
let token: string;
let agent: SignedInAgent;
beforeAll(async () => {
  running = await runApp();
  token = await adminToken(running, ADMIN);
  agent = await newAgent(running, { surname: 'Filtermann', agencyName: 'Karoo & Co' });
});
afterAll(() => running.close());

const list = (resource: string, filter: object) =>
  request(running.app)
    .get(`/api/admin/${resource}`)
    .query({ filter: JSON.stringify(filter), range: '[0,9]' })
    .auth(token, { type: 'bearer' });

describe('the filters of a list', () => {
  test.each(Object.entries(SHOWN_COLUMNS))(
    'cover every column that it shows, and its search: %s',
    async (resource, columns) => {
      for (const [column, value] of Object.entries({ ...columns, q: 'x' })) {
        const { status, body } = await list(resource, { [column]: value });
        expect([column, status, body.message]).toEqual([column, 200, undefined]);
      }
      await list(resource, { nosuchcolumn: 'x' }).expect(400);
    },
  );

  test.each(['audit-packs', 'comparisons', 'what-ifs', 'recalculations'])(
    'are ids alone of %s, which can be sorted by id',
    async (resource) => {
      const { headers } = await list(resource, { id: ['3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11'] })
        .query({ sort: '["id","ASC"]' })
        .expect(200, []);
      expect(headers['content-range']).toBe(`${resource} 0-0/0`);
      await list(resource, { q: 'x' }).expect(400);
    },
  );

  test('compare texts of agents without case, and find parts of a tracking number', async () => {
    await running.folded('agents', 'balances');
    const [{ loyaltyTrackingNo, title }] = (await list('travel-agents', { id: agent.id }).expect(200)).body;
    const found = async (resource: string, filter: object) =>
      (await list(resource, filter).expect(200)).body.map(({ id }: { id: number }) => id);
    const part = loyaltyTrackingNo.slice(0, -1).toLowerCase();
    expect(await found('travel-agents', { loyaltyTrackingNo: part })).toContain(agent.id);
    const texts = { title: title.toUpperCase(), taxCountry: 'rsa', bankCountry: 'Rsa', source: 'SELF' };
    expect(await found('travel-agents', texts)).toContain(agent.id);
    expect(await found('travel-agents', { title: [title.toUpperCase()] })).toContain(agent.id);
    expect(await found('travel-agents', { title: title.slice(0, -1) })).toEqual([]);
    expect(await found('agent-balances', { q: ` ${loyaltyTrackingNo} ` })).toEqual([agent.id]);
    expect(await found('agent-balances', { q: part })).toEqual([]);
  });

  test('compare texts of other lists without case', async () => {
    for (const [resource, filter] of Object.entries({
      rewards: { invoiceNo: 'Inv1', marketSector: 'corp' },
      certificates: { certificateNo: 'c1', q: 'c1' },
      'payout-lines': { reason: 'suspended' },
      'contact-support': { reservationNo: 'r1' },
    }))
      await list(resource, filter).expect(200, []);
  });

  test('find parts of names without case', async () => {
    const find = async (filter: object) => (await list('travel-agents', filter).expect(200)).body;
    await expect.poll(() => find({ surname: 'filterM' })).toMatchObject([{ id: agent.id }]);
    expect(await find({ agencyName: 'o & c', emailAddress: agent.form.emailAddress })).toHaveLength(1);
    expect(await find({ firstName: 'filterm' })).toEqual([]);
    expect(await find({ surname: 'filterm', bankName: 'aBs' })).toHaveLength(1);
    expect(await find({ surname: 'filterm', bankName: 'capitec' })).toEqual([]);
  });
});

test('an agent who is not in the read model yet has an empty list of incentives', async () => {
  const own = await newAgent(running);
  await running.pool.query('delete from rm_balances.balances where "agentId" = $1', [own.id]);
  const listIncentives = (loyaltyTrackingNo: string) =>
    request(running.app)
      .post('/api/Incentive/list-incentives')
      .auth(own.token, { type: 'bearer' })
      .send({ loyaltyTrackingNo, fromDate: '20261101', toDate: '20261130', reservationNumber: '', status: '' });
  expect((await listIncentives(own.loyaltyTrackingNo).expect(200)).body).toEqual([]);
  await listIncentives(agent.loyaltyTrackingNo).expect(403);
});

test('the development inbox answers callers on this machine only', async () => {
  const inbox = (address: string) => request(running.app).get('/dev/inbox.json').set('X-Forwarded-For', address);
  await request(running.app).get('/dev/inbox.json').expect(200);
  await inbox('127.0.0.1').expect(200);
  for (const addresses of ['192.168.1.20', '127.0.0.1, 192.168.1.20', '192.168.1.20, 127.0.0.1'])
    expect((await inbox(addresses)).text).not.toContain('sentAt');
});
