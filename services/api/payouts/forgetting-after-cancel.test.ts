import { afterAll, beforeAll, expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
}, 60_000);
afterAll(() => desk.close());

test('an agent of a cancelled payout run can be erased, and no payout is kept', async () => {
  const { agent, agentToken } = desk;
  await desk.earn(agent.id, 'RES-1', '2026-11-12');
  await desk.post('/agent/requests', { kind: 'deletion', details: 'Please.' }, agentToken).expect(201);
  const { id } = (await desk.post('/admin/payouts', { cutOff: '2026-11-12', payDate: '2026-11-13' }).expect(201)).body;
  await desk.runWith(id, ({ status }) => status === 'frozen');
  const path = `/admin/travel-agents/${agent.id}/forgetting`;
  const preview = async () => (await desk.get(path).expect(200)).body;
  expect(await preview()).toMatchObject({ payoutUnderWay: true, kept: ['payouts'] });
  const refused = await desk.post(path, { reason: 'asked for' }).expect(409);
  expect(refused.body.message).toBe('A payout of this agent is under way. Settle it first.');

  await desk.post(`/admin/payouts/${id}/cancel`, { reason: 'Proposed by mistake' }).expect(200);
  await desk.runWith(id, ({ status }) => status === 'cancelled');
  expect(await preview()).toMatchObject({ payoutUnderWay: false, kept: [], keptUntil: null, owedCents: 150_00 });
  await desk.post(path, { reason: 'asked for' }).expect(202);
}, 60_000);
