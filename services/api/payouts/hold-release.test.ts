import { afterAll, beforeAll, expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';

const [CUT_OFF, PAY_DATE] = ['2026-11-12', '2026-11-12'];
let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open([{ bankAccountNumber: '62022222228' }]);
}, 60_000);
afterAll(() => desk.close());

async function hold(agentId: number): Promise<string> {
  await desk.post('/admin/holds', { agentId, reason: 'Looks odd' }).expect(201);
  const [holdId] = [...(await desk.accountOf(agentId)).holds.keys()];
  return `/admin/holds/${encodeURIComponent(`${agentId}:${holdId}`)}/release`;
}

test('one person cannot release a large hold, whether the bank’s response or the release comes first', async () => {
  const [large, small] = [desk.agent, desk.others[0] as typeof desk.agent];
  await desk.earn(large.id, 'R1', CUT_OFF, 16_590_00);
  await desk.earn(small.id, 'R2', CUT_OFF, 200_00);
  const { id } = await desk.exported(CUT_OFF, PAY_DATE);
  const [ofLarge, ofSmall] = [await hold(large.id), await hold(small.id)];
  await desk.answer(id, 'reference,outcome,reason\n', { rest: 'paid', on: PAY_DATE }).expect(202);
  await desk.runWith(id, ({ status }) => status === 'settled');
  expect((await desk.accountOf(large.id)).balanceCents).toBe(0);

  const reason = { reason: 'Cleared up' };
  const asked = await desk.post(ofLarge, reason).expect(202);
  await desk.post(ofSmall, reason).expect(200);
  const returned = `reference,outcome,reason\n${large.loyaltyTrackingNo},returned,Closed\n`;
  await desk.answer(id, returned, { on: PAY_DATE }).expect(202);
  await desk.runWith(id, (run) => run.returned.lines === 1);
  expect(await desk.accountOf(large.id)).toMatchObject({ balanceCents: 12_442_50, holds: { size: 2 } });

  await desk.post(`/admin/approvals/${asked.body.approvalId}/approve`, { reason: 'seen' }, desk.second).expect(200);
  const left = [...(await desk.accountOf(large.id)).holds.values()];
  expect(left, 'the bank details are to be confirmed').toMatchObject([{ signal: 'PaymentFailed' }]);
  await desk.post(ofLarge, reason).expect(404);
});

test('waives the payout minimum of an agent who leaves, with a reason', async () => {
  const { id: agentId } = desk.agent;
  await desk.post('/admin/holds/waive-minimum', { agentId, reason: '' }).expect(422);
  const { body } = await desk.post('/admin/holds/waive-minimum', { agentId, reason: 'Leaves the agency' }).expect(200);
  expect(body).toEqual({ agentId });
  expect((await desk.accountOf(agentId)).isMinimumWaived).toBe(true);
});
