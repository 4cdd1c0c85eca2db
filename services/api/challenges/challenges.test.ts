import { decisionOf } from '@fynbos/application/payouts/testing/payout-harness.ts';
import { addDays, addMonths, dayOf } from '@fynbos/domain/calendar.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken, newAgent, type SignedInAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: Dashboard;
let agent: SignedInAgent;
let other: SignedInAgent;
let today: string;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  agent = await newAgent(running);
  other = await newAgent(running, { iataNumber: '7712345', agencyName: 'Table Mountain Travel' });
  today = dayOf(running.clock.now);
});
afterAll(() => running.close());

const form = (changes: object = {}) => ({
  title: 'Two rentals',
  description: 'Two rentals this month.',
  badge: 'Quick start',
  from: addDays(today, -5),
  to: addDays(today, 20),
  measure: 'rentals',
  target: 2,
  iataNumber: null,
  ...changes,
});
const created = async (changes: object = {}) => {
  const { body, status } = await admin.post('challenges', form(changes));
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { id: string; version: number };
};
/** Records a decision of a reservation, in order. */
async function decide(agentId: number, reservationNo: string, changes: Partial<Decision>): Promise<void> {
  const { log } = running.services;
  const stream = await log.readStream(rentalStreamOf(reservationNo));
  const data = decisionOf(agentId, reservationNo, { invoiceDate: today, ...changes });
  const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'test' } as const;
  await log.append([{ stream, events: [{ type: 'RewardDecided', data }], context }]);
}
const own = async ({ token }: SignedInAgent) => {
  const position = String(await running.store.head());
  const call = request(running.app).get('/api/agent/challenges').auth(token, { type: 'bearer' });
  return (await call.set('X-Read-After', position).expect(200)).body;
};

describe('challenges', () => {
  test('count an agent’s earned rewards of the period, and lose a reward that is declined later', async () => {
    const { id } = await created();
    const mine = async () => (await own(agent)).challenges.find((one: { id: string }) => one.id === id);
    expect(await mine()).toMatchObject({ state: 'active', progress: 0, isReached: false, isForAgency: false });
    await decide(agent.id, 'H1', {});
    await decide(agent.id, 'H2', { status: 'Pending', reason: 'OnHold' });
    await decide(agent.id, 'H3', { invoiceDate: addDays(today, -6) });
    await decide(other.id, 'H4', {});
    expect(await mine()).toMatchObject({ progress: 1, isReached: false });
    await decide(agent.id, 'H2', { decisionNo: 2 });
    expect(await mine()).toMatchObject({ progress: 2, isReached: true });
    await decide(agent.id, 'H2', {
      decisionNo: 3,
      status: 'Declined',
      reason: 'Credited',
      grossCents: 0,
      payeCents: 0,
      nettCents: 0,
    });
    expect(await mine()).toMatchObject({ progress: 1, isReached: false });
    const { body } = await admin.get(`challenges/${id}/results`);
    expect(body).toMatchObject({ participants: 2, started: 2, reached: 0 });
    expect(body.agents.map(({ id: agentId }: { id: number }) => agentId)).toEqual([agent.id, other.id]);
  });

  test('can be for one agency, by nett rand, and show how far its agents are', async () => {
    const { id } = await created({ measure: 'nett', target: 100_00, iataNumber: '7712345' });
    expect((await own(agent)).challenges.map((one: { id: string }) => one.id)).not.toContain(id);
    const mine = (await own(other)).challenges.find((one: { id: string }) => one.id === id);
    expect(mine).toMatchObject({ isForAgency: true, progress: 150_00, isReached: true });
    const { body } = await admin.get(`challenges/${id}/results`);
    expect(body).toMatchObject({ participants: 1, started: 1, reached: 1 });
    expect((await admin.get(`challenges/${id}`)).body).toMatchObject({ agencyName: 'Table Mountain Travel' });
    const suspended = await admin.post(`travel-agents/${other.id}/suspend`, { reason: 'Left the agency' });
    expect(suspended.status, JSON.stringify(suspended.body)).toBe(200);
    await running.settled();
    const { body: without } = await admin.get(`challenges/${id}/results`);
    expect(without, 'a suspended agent takes no part').toMatchObject({ participants: 0, started: 0, reached: 0 });
    expect(without.agents).toEqual([]);
  });

  test('are changed with the version that was seen, ended, and listed by state', async () => {
    const { id, version } = await created({ title: 'Spring', from: addDays(today, 3) });
    expect((await admin.put(`challenges/${id}`, { target: 3 })).status).toBe(428);
    const changed = await admin.put(`challenges/${id}`, { target: 3 }, version);
    expect([changed.status, changed.body.target, changed.body.version]).toEqual([200, 3, 2]);
    const late = await admin.put(`challenges/${id}`, { title: 'Late' }, version);
    expect([late.status, late.body.current.target]).toEqual([412, 3]);
    expect((await admin.post(`challenges/${id}/end`)).body).toMatchObject({ state: 'withdrawn' });
    expect((await admin.post(`challenges/${id}/end`)).status).toBe(409);
    expect((await own(agent)).challenges.map((one: { id: string }) => one.id)).not.toContain(id);
    const listed = await admin.list('challenges', { filter: { state: 'withdrawn' }, range: [0, 9] });
    expect(listed.body.map((one: { id: string }) => one.id)).toEqual([id]);
    const history = (await admin.get(`challenges/${id}/history`)).body;
    expect(history.map(({ type }: { type: string }) => type)).toEqual([
      'ChallengeCreated',
      'ChallengeChanged',
      'ChallengeEnded',
    ]);
  });

  test('are refused without a target, with an unknown measure, or with a period that is over', async () => {
    for (const wrong of [{ target: 0 }, { measure: 'gross' }, { title: '' }, { iataNumber: 'x' }, { to: '2026-02-30' }])
      expect((await admin.post('challenges', form(wrong))).status, JSON.stringify(wrong)).toBe(422);
    const over = await admin.post('challenges', form({ from: '2020-01-01', to: '2020-01-31' }));
    expect([over.status, over.body.errors[0].field]).toEqual([422, 'to']);
  });
});

test('tiers follow the nett rewards of twelve months, and administrators set them', async () => {
  await decide(agent.id, 'H5', { invoiceDate: addMonths(today, -13) });
  const { tier, tiers } = await own(agent);
  expect(tier).toMatchObject({ name: 'Bud', next: { name: 'Blossom' }, nettCents: 300_00 });
  expect(tiers).toHaveLength(4);
  const seen = (await admin.get('tiers')).body;
  const lower = {
    tiers: [
      { name: 'Bud', fromCents: 0 },
      { name: 'Bloom', fromCents: 300_00 },
    ],
  };
  expect((await admin.put('tiers', lower, seen.version)).status).toBe(200);
  expect((await admin.put('tiers', lower, seen.version)).status).toBe(412);
  expect((await admin.put('tiers', { tiers: [] }, seen.version + 1)).status).toBe(422);
  expect((await own(agent)).tier).toMatchObject({ name: 'Bloom', next: null });
});
