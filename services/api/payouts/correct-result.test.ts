import { correctPayoutResult } from '@fynbos/application/approvals/changes/payout-result.ts';
import { withExclusiveLock } from '@fynbos/application/exclusive-lock.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { until } from '../testing/until.ts';

const DAY = '2026-11-12';
let harness: FinanceHarness;
beforeAll(async () => {
  harness = await FinanceHarness.open();
});
afterAll(() => harness.close());

/** The log of a process that hangs when it reads a stream for the second time, until `proceed`. */
function hangingLog(streamId: string) {
  const { log } = harness.running.services;
  const [hangs, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const readStreams: typeof log.readStreams = async (streamIds, options) => {
    if (streamIds.includes(streamId) && ++reads === 2) {
      hangs.resolve();
      await released.promise;
    }
    return log.readStreams(streamIds, options);
  };
  return { log: Object.assign(Object.create(log), { readStreams }), hangs: hangs.promise, proceed: released.resolve };
}

test('a correction that hangs does not return a payment that a later correction paid again (O18)', async () => {
  const { id: agentId } = harness.agent;
  await harness.earn(agentId, 'R1', DAY);
  const runId = await harness.pay(DAY, DAY);
  const failed = { agentId, to: 'failed', paidOn: null, reason: 'Bank statement 14' } as const;
  const { body } = await harness.post(`/admin/payouts/${runId}/results`, failed).expect(202);
  const approval = `/admin/approvals/${body.approvalId}`;

  const { log, hangs, proceed } = hangingLog(accountStreamOf(agentId));
  const { db, now } = harness.running.services;
  const context = { actor: { kind: 'admin', id: '2' }, now: now(), correlationId: 'test' } as const;
  const change = { payload: { runId, ...failed }, personal: {} };
  const hung = correctPayoutResult.execute({ log, db, now }, change, { ...context, causationId: body.approvalId });
  await hangs;
  await harness.approve(approval);
  expect(await harness.accountOf(agentId)).toMatchObject({ balanceCents: 150_00, paidCents: 0 });
  await harness.withTwo(`/admin/payouts/${runId}/results`, { ...failed, to: 'paid', paidOn: DAY });
  const paidAgain = { balanceCents: 0, paidCents: 150_00, holds: { size: 0 } };
  expect(await harness.accountOf(agentId)).toMatchObject(paidAgain);
  proceed();
  await Promise.allSettled([hung]);
  expect(await harness.accountOf(agentId)).toMatchObject(paidAgain);
});

test('a correction during a settlement fails alone and can be requested again (O18, X3)', async () => {
  const { id: agentId, loyaltyTrackingNo } = harness.agent;
  await harness.earn(agentId, 'R2', DAY);
  const runId = await harness.pay(DAY, '2026-11-13');
  const failed = { agentId, to: 'failed', paidOn: null, reason: 'Bank statement 15' } as const;
  const { body } = await harness.post(`/admin/payouts/${runId}/results`, failed).expect(202);
  const { db } = harness.running.services;
  // The reaction that settles the run waits for this lock.
  await withExclusiveLock(db, `payout-run ${runId}`, new AbortController().signal, async () => {
    const contradicting = `reference,outcome\n${loyaltyTrackingNo},failed\n`;
    await harness.answer(runId, contradicting, { on: DAY }).expect(202);
    const approval = `/admin/approvals/${body.approvalId}`;
    await harness.post(`${approval}/approve`, { reason: 'seen' }, harness.second);
    const { failure } = await until(async () => {
      const { body: request } = await harness.get(approval);
      return request.status === 'failed' ? request : null;
    });
    expect(failure).toContain('Bank results are being recorded');
    const correction = { agentId, reason: 'Error', text: 'Rate of 2026', grossCents: 1_00 };
    await harness.withTwo('/admin/corrections', correction);
    await harness.post(`/admin/payouts/${runId}/results`, failed).expect(409);
  });
  await harness.runWith(runId, ({ contradictions }) => contradictions.length === 1);
  await harness.withTwo(`/admin/payouts/${runId}/results`, failed);
  expect(await harness.accountOf(agentId)).toMatchObject({ holds: { size: 1 } });
});
