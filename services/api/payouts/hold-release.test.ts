import type { WorkItem } from '@fynbos/projections/dashboard/inbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { signInAgain } from '../testing/people.ts';

const [CUT_OFF, PAY_DATE] = ['2026-11-12', '2026-11-12'];
let harness: FinanceHarness;
beforeAll(async () => {
  harness = await FinanceHarness.open([{ bankAccountNumber: '62022222228' }]);
});
afterAll(() => harness.close());

async function hold(agentId: number): Promise<string> {
  await harness.post('/admin/holds', { agentId, reason: 'Looks odd' }).expect(201);
  const holdId = [...(await harness.accountOf(agentId)).holds.keys()].at(-1);
  return `/admin/holds/${encodeURIComponent(`${agentId}:${holdId}`)}/release`;
}

test('one person cannot release a large hold, whether the bank’s response or the release comes first', async () => {
  const [large, small] = [harness.agent, harness.others[0] as typeof harness.agent];
  await harness.earn(large.id, 'R1', CUT_OFF, 16_590_00);
  await harness.earn(small.id, 'R2', CUT_OFF, 200_00);
  const { id } = await harness.exported(CUT_OFF, PAY_DATE);
  const [ofLarge, ofSmall] = [await hold(large.id), await hold(small.id)];
  await harness.answer(id, 'reference,outcome,reason\n', { rest: 'paid', on: PAY_DATE }).expect(202);
  await harness.runWith(id, ({ status }) => status === 'settled');
  expect((await harness.accountOf(large.id)).balanceCents).toBe(0);

  const reason = { reason: 'Cleared up' };
  const asked = await harness.post(ofLarge, reason).expect(202);
  await harness.post(ofSmall, reason).expect(200);
  const returned = `reference,outcome,reason\n${large.loyaltyTrackingNo},returned,Closed\n`;
  await harness.answer(id, returned, { on: PAY_DATE }).expect(202);
  await harness.runWith(id, (run) => run.returned.lines === 1);
  expect(await harness.accountOf(large.id)).toMatchObject({ balanceCents: 12_442_50, holds: { size: 2 } });

  await harness
    .post(`/admin/approvals/${asked.body.approvalId}/approve`, { reason: 'seen' }, harness.second)
    .expect(200);
  const left = [...(await harness.accountOf(large.id)).holds.values()];
  expect(left, 'the bank details are to be confirmed').toMatchObject([{ signal: 'PaymentFailed' }]);
  await harness.post(ofLarge, reason).expect(404);
  await harness.running.settled();
  const notPaid = async () =>
    (await harness.get('/admin/inbox').expect(200)).body.items.find(
      ({ kind }: WorkItem) => kind === 'returned-payments',
    );
  expect(await notPaid()).toMatchObject({ count: 1 });
  harness.running.pass(31_000);
  const { token } = await signInAgain(harness.running, large);
  const { body: overview } = await harness.get('/agent/overview', token).expect(200);
  expect(overview.blockers).toContainEqual({
    code: 'OnHold',
    text: 'The bank couldn’t pay into your account. Change your bank details, or contact us if they are right.',
    href: '/agent/profile#banking',
  });

  await harness.earn(large.id, 'R1', CUT_OFF, 0);
  await harness.running.settled();
  expect((await harness.accountOf(large.id)).balanceCents).toBe(0);
  expect(await notPaid(), 'nothing is left to pay').toBeUndefined();
});

test('the release of each large hold of an agent waits for its own approval', async () => {
  const { id } = harness.agent;
  await harness.earn(id, 'R4', CUT_OFF, 16_590_00);
  const releases = [await hold(id), await hold(id)];
  expect(new Set(releases).size).toBe(2);
  for (const release of releases) await harness.post(release, { reason: 'Cleared up' }).expect(202);
  await harness.post(releases[0] as string, { reason: 'Cleared up' }).expect(409);
});

test('waives the payout minimum of an agent who leaves, with a reason', async () => {
  const leaver = harness.others[0] as typeof harness.agent;
  const { id: agentId } = leaver;
  await harness.earn(agentId, 'R3', CUT_OFF, 50_00);
  await harness.post('/admin/holds/waive-minimum', { agentId, reason: '' }).expect(422);
  const { body } = await harness
    .post('/admin/holds/waive-minimum', { agentId, reason: 'Leaves the agency' })
    .expect(200);
  expect(body).toEqual({ agentId });
  expect((await harness.accountOf(agentId)).isMinimumWaived).toBe(true);
  await harness.running.settled();
  const { token } = await signInAgain(harness.running, leaver);
  const { body: overview } = await harness.get('/agent/overview', token).expect(200);
  expect(overview).toMatchObject({ balanceCents: 37_50, payoutMinimumCents: 100_00, isMinimumWaived: true });
  const { body: profile } = await harness.get('/agent/tax-profile', token).expect(200);
  expect(profile).toMatchObject({ balanceCents: 37_50, keptBack: null });
});
