import { afterAll, beforeAll, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { requestDeletion } from '../testing/people.ts';

let harness: FinanceHarness;
beforeAll(async () => {
  harness = await FinanceHarness.open();
});
afterAll(() => harness.close());

test('an agent of a cancelled payout run can be erased, and no payout is kept', async () => {
  const { agent, agentToken } = harness;
  await harness.earn(agent.id, 'RES-1', '2026-11-12');
  await requestDeletion(harness.running, { ...agent, token: agentToken });
  const { id } = (await harness.post('/admin/payouts', { cutOff: '2026-11-12', payDate: '2026-11-13' }).expect(201))
    .body;
  await harness.runWith(id, ({ status }) => status === 'frozen');
  const path = `/admin/travel-agents/${agent.id}/forgetting`;
  const preview = async () => (await harness.get(path).expect(200)).body;
  expect(await preview()).toMatchObject({ payoutUnderWay: true, kept: ['rewards'] });
  const refused = await harness.post(path, { reason: 'asked for' }).expect(409);
  expect(refused.body.message).toBe('A payout of this agent is under way. Settle it first.');

  await harness.post(`/admin/payouts/${id}/cancel`, { reason: 'Proposed by mistake' }).expect(200);
  await harness.runWith(id, ({ status }) => status === 'cancelled');
  expect(await preview()).toMatchObject({
    payoutUnderWay: false,
    kept: ['rewards'],
    keptUntil: null,
    owedCents: 150_00,
  });
  await harness.post(path, { reason: 'asked for' }).expect(202);
});
