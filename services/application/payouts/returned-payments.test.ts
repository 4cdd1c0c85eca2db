import { randomUUID } from 'node:crypto';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import { type Day, dayOf, HOUR_MS } from '@fynbos/domain/calendar.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { correctPayoutResult } from '../approvals/changes/payout-result.ts';
import { handle } from '../handle.ts';
import { acceptBankResponse } from './bank-files/bank-response.ts';
import { RunSession } from './run-session.ts';
import { decisionOf, PayoutHarness } from './testing/payout-harness.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [balances, incentives, payouts, payoutLines]);
});
afterEach(() => database.drop());

test('a reward is owed as last decided after its payment is returned, and a hold applies', async () => {
  await harness.addAgent(1);
  const decide = async (changes: Partial<Decision>) => {
    const decision = decisionOf(1, 'R1-1', changes);
    const stream = await harness.log.readStream(rentalStreamOf('R1-1'));
    const event = { type: 'RewardDecided', data: decision } as const;
    await harness.log.append([{ stream, events: [event], context: harness.context('reactors') }]);
    await harness.post(1, decision);
  };
  const balance = async () => {
    const columns = '"earnedCents", "paidCents", "balanceCents"';
    return (await harness.db.query(`select ${columns} from rm_balances.balances where "agentId" = 1`)).rows[0];
  };
  const row = async () => {
    await harness.catchUp();
    return (await harness.db.query('select status, "nettCents"::int, "runId" from rm_incentives.incentives')).rows[0];
  };
  await decide({});
  await harness.propose('r1');
  await harness.approve('r1');
  await harness.answer('r1', 'a1', [], 'paid');
  const higher = { grossCents: 240_00, payeCents: 60_00, nettCents: 180_00 };
  await decide({ ...higher, decisionNo: 2 });
  expect(await row()).toEqual({ status: 'Paid', nettCents: 150_00, runId: 'r1' });
  expect(await balance()).toMatchObject({ earnedCents: 0, balanceCents: 30_00 });
  await harness.answer('r1', 'a2', [{ agentId: 1, outcome: 'returned', reason: 'No such account' }], 'open');
  expect(await row()).toEqual({ status: 'Earned', nettCents: 180_00, runId: null });
  expect(await balance()).toEqual({ earnedCents: 180_00, paidCents: 0, balanceCents: 180_00 });
  await decide({ ...higher, decisionNo: 3, status: 'Pending', reason: 'OnHold' });
  expect(await row()).toMatchObject({ status: 'Pending' });
  expect(await balance()).toMatchObject({ earnedCents: 0, balanceCents: 0 });
  expect((await harness.propose('r2')).state.frozen.lines).toBe(0);
});

test.each([
  ['failed', 'is held until the bank details are confirmed', false],
  ['failed', 'is not held if the bank details changed after the export', true],
  ['returned', 'is held until the bank details are confirmed', false],
  ['returned', 'is not held if the bank details changed after the export', true],
] as const)('an agent with a %s payment %s (O19)', async (outcome, _name, changes) => {
  await harness.addAgent(1);
  await harness.post(1, decisionOf(1, 'R1-1', {}));
  await harness.propose('r1');
  await harness.approve('r1');
  if (outcome === 'returned') await harness.answer('r1', 'a1', [], 'paid');
  harness.now = new Date(harness.now.getTime() + HOUR_MS);
  if (changes) await harness.agent(1, { type: 'ChangeBankDetails', bank: { bankAccountNumber: '62000000111' } });
  await harness.answer('r1', 'a2', [{ agentId: 1, outcome, reason: 'Account closed' }], 'open');
  const { holds, balanceCents } = await harness.accountOf(1);
  expect(balanceCents).toBeGreaterThan(0);
  expect(holds.size).toBe(changes ? 0 : 1);
});

test.each([['failed'], ['returned']] as const)(
  'bank details that change while a %s payment is recorded leave no hold (O19)',
  async (outcome) => {
    await harness.addAgent(1);
    await harness.post(1, decisionOf(1, 'R1-1', {}));
    await harness.propose('r1');
    await harness.approve('r1');
    if (outcome === 'returned') await harness.answer('r1', 'a1', [], 'paid');
    harness.now = new Date(harness.now.getTime() + HOUR_MS);
    const { log } = harness;
    const readStreams = log.readStreams.bind(log);
    const spy = vi.spyOn(log, 'readStreams').mockImplementation(async (streamIds, options) => {
      const streams = await readStreams(streamIds, options);
      if (streamIds.includes(agentStreamOf(1))) {
        spy.mockImplementation(readStreams);
        await harness.agent(1, { type: 'ChangeBankDetails', bank: { bankAccountNumber: '62000000111' } });
      }
      return streams;
    });
    await harness.answer('r1', 'a2', [{ agentId: 1, outcome, reason: 'Account closed' }], 'open');
    const { holds, endedHolds } = await harness.accountOf(1);
    expect([holds.size, endedHolds.size]).toEqual([0, 1]);
  },
);

test('records the result and day of the first response that names a line', async () => {
  for (const agentId of [1, 2, 3]) {
    await harness.addAgent(agentId);
    await harness.post(agentId, decisionOf(agentId, `R${agentId}-1`, {}));
  }
  await harness.propose('r1');
  await harness.approve('r1');
  const today = dayOf(harness.now);
  const named = { reason: null } as const;
  await harness.answer('r1', 'a1', [{ agentId: 1, outcome: 'paid', ...named }], 'open', today);
  await harness.answer('r1', 'a2', [{ agentId: 2, outcome: 'failed', ...named }], 'paid', today);
  const contradicting = [1, 2].map(
    (agentId) => ({ agentId, outcome: agentId === 1 ? 'failed' : 'paid', ...named }) as const,
  );
  await harness.answer('r1', 'a3', contradicting, 'open', today);
  const session = await RunSession.open(harness.log, 'r1');
  const { results } = await session.resultsOf(new Set([1, 2, 3]));
  expect([...results]).toEqual([
    [1, { result: 'paid', on: today }],
    [2, { result: 'failed', on: today }],
    [3, { result: 'paid', on: today }],
  ]);
});

test('continues an interrupted response with the same lines only', async () => {
  for (const agentId of [1, 2]) {
    await harness.addAgent(agentId);
    await harness.post(agentId, decisionOf(agentId, `R${agentId}-1`, {}));
  }
  await harness.propose('r1');
  await harness.approve('r1');
  const on = dayOf(harness.now);
  const first = { agentId: 1, outcome: 'paid', reason: null } as const;
  await harness.run('r1', { type: 'RecordBankResponse', answerId: 'a1', part: 1, outcomes: [first], on, paidOn: null });
  const send = (agents: readonly number[], rest: 'open' | 'paid' = 'open') =>
    acceptBankResponse(
      harness,
      { runId: 'r1', answerId: 'a1', rest, on },
      async () => agents.map((agentId) => ({ reference: `FT${agentId}`, outcome: 'paid', reason: null })),
      { kind: 'admin', adminId: 1, roles: [], sessionId: '' },
      harness.context(),
    );
  const another = 'Another response was sent with this answerId.';
  await expect(send([1, 2])).rejects.toThrow(another);
  expect(await send([1])).toMatchObject({ lines: 1 });
  expect(await send([1])).toMatchObject({ lines: 1 });
  await expect(send([1], 'paid')).rejects.toThrow(another);
});

/** The execution of an approved correction of agent 1's result in run r1, as its process does. */
async function correction(to: 'paid' | 'failed', paidOn: Day | null) {
  const approvalId = randomUUID();
  const about = { kind: 'payout.result', subject: 'x', permission: 'x', summary: 'x', fields: [], payload: {} };
  const at = harness.now.toISOString();
  const events = [
    {
      type: 'ApprovalRequested',
      data: { approvalId, ...about, personal: null, requestedBy: 1, requestedAt: at },
    },
    { type: 'ApprovalGiven', data: { approvedBy: 2, reason: 'Checked', byBreakGlass: false, approvedAt: at } },
  ] as const;
  const { log, db } = harness;
  const stream = await log.readStream(approvalStreamOf(approvalId));
  await log.append([{ stream, events: [...events], context: harness.context() }]);
  const payload = { runId: 'r1', agentId: 1, to, paidOn, reason: 'bank statement' };
  const context = { ...harness.context('2'), causationId: approvalId };
  return {
    approvalId,
    execute: () => correctPayoutResult.execute({ log, db, now: () => harness.now }, { payload, personal: {} }, context),
  };
}
const totalsOf = async (runId: string) => {
  const { status, sent, paid, failed, returned } = (await RunSession.open(harness.log, runId)).state;
  return { status, sent: sent.lines, paid: paid.lines, failed: failed.lines, returned: returned.lines };
};

test('a bank response counts a line once while its result is being corrected to paid (O18)', async () => {
  for (const agentId of [1, 2]) {
    await harness.addAgent(agentId);
    await harness.post(agentId, decisionOf(agentId, `R${agentId}-1`, {}));
  }
  await harness.propose('r1');
  await harness.approve('r1');
  const day = dayOf(harness.now);
  await harness.answer('r1', 'a1', [{ agentId: 1, outcome: 'failed', reason: 'Account closed' }], 'open');
  harness.now = new Date(harness.now.getTime() + 48 * HOUR_MS);
  const { approvalId, execute } = await correction('paid', day);
  // The process died after its first append.
  const reinstate = { type: 'ReinstatePayout', agentId: 1, runId: 'r1', answerId: approvalId, reason: 'x' } as const;
  await handle(harness.log, {
    decider: rewardsAccountDecider,
    streamId: accountStreamOf(1),
    command: reinstate,
    context: { ...harness.context('2'), causationId: approvalId },
  });
  await harness.answer('r1', 'a2', [], 'paid');
  expect(await totalsOf('r1')).toEqual({ status: 'settled', sent: 2, paid: 1, failed: 1, returned: 0 });
  await execute();
  expect(await totalsOf('r1')).toEqual({ status: 'settled', sent: 2, paid: 2, failed: 0, returned: 0 });
  expect((await harness.accountOf(1)).payouts.get('r1')).toMatchObject({ outcome: 'paid', on: day });
});

test('a correction to failed is refused where a bank response returns the payment at the same time (O18)', async () => {
  await harness.addAgent(1);
  await harness.post(1, decisionOf(1, 'R1-1', {}));
  await harness.propose('r1');
  await harness.approve('r1');
  await harness.answer('r1', 'a1', [], 'paid');
  const { execute } = await correction('failed', null);
  const readStreams = harness.log.readStreams.bind(harness.log);
  const spy = vi.spyOn(harness.log, 'readStreams').mockImplementation(async (streamIds, options) => {
    if (streamIds.includes(agentStreamOf(1))) {
      spy.mockImplementation(readStreams);
      await harness.answer('r1', 'a2', [{ agentId: 1, outcome: 'returned', reason: 'Account closed' }], 'open');
    }
    return readStreams(streamIds, options);
  });
  await expect(execute()).rejects.toMatchObject({ code: 'payout-run.settling' });
  expect(await totalsOf('r1')).toEqual({ status: 'settled', sent: 1, paid: 0, failed: 0, returned: 1 });
});
