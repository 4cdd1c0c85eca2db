import { correctPayoutResult } from '@fynbos/application/payouts/correct-result.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';

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
