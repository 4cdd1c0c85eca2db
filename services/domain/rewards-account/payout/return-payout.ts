import { amountsOnly, minus, sameAmounts, ZERO } from '../../amounts.ts';
import { PAYOUT_PARTS_PER_APPEND } from '../../append-limits.ts';
import type { Day } from '../../calendar.ts';
import { DomainError } from '../../errors.ts';
import type { CodeOf } from '../../refusal-codes.ts';
import type { AccountCommandOf } from '../commands.ts';
import { reissuedBy, reissueReversal, unusedId } from '../corrections-in-force.ts';
import type { PaidAdjustment, PaidReward, Posting, RewardsAccountEvent } from '../events.ts';
import { failedPaymentHolds, holdAfterFailure } from '../holds.ts';
import type { PaidAccountReward, RewardsAccount, UnpaidLine } from '../state.ts';
import { adjustmentOf, earnedByAdjustment, frozenOf, paidAdjustmentOf, rewardOf } from './payout.ts';
import { partsOf } from './payout-parts.ts';
import { taxDifference } from './tax-difference.ts';

type ReturnPayout = AccountCommandOf<'ReturnPayout'>;

interface PaidEntries {
  readonly restored: readonly PaidReward[];
  /** A later decision reversed them: an entry claims the paid amount back. */
  readonly kept: readonly PaidReward[];
  readonly adjustments: readonly PaidAdjustment[];
}

/** The entries as they were paid, without what has been returned. */
function paidByRun(state: RewardsAccount, runId: string, rate: number): PaidEntries {
  const restored: PaidReward[] = [];
  const kept: PaidReward[] = [];
  for (const [reservationNo, reward] of state.rewards.entries()) {
    if (reward.status !== 'Paid' || reward.line?.runId !== runId) continue;
    const paid = { reservationNo, ...amountsOnly(reward.paid) };
    (sameAmounts(reward, ZERO) ? kept : restored).push(paid);
  }
  const adjustments: PaidAdjustment[] = [];
  for (const [adjustmentId, adjustment] of state.adjustments.entries()) {
    if (adjustment.runId === runId && adjustment.state === 'settled')
      adjustments.push(paidAdjustmentOf(adjustmentId, adjustment, rate));
  }
  return { restored, kept, adjustments };
}

/** A reward that was corrected after it was paid; null for another. */
function correctedReward(state: RewardsAccount, { reservationNo }: PaidReward): PaidAccountReward | null {
  const reward = rewardOf(state, reservationNo);
  return reward.status === 'Paid' && !sameAmounts(reward, reward.paid) ? reward : null;
}

/**
 * Used for a reward that was corrected after it was paid: one entry reverses the correction, and the corrected amount
 * is owed once the reward is unpaid. It then behaves as any reward of its newest decision: holds apply, and it can
 * expire.
 */
function owedAgain(
  { agentId, runId, returnedOn }: ReturnPayout,
  state: RewardsAccount,
  back: PaidReward,
  reward: PaidAccountReward,
): { uncorrected: RewardsAccountEvent[]; posted: RewardsAccountEvent } {
  const { reservationNo } = back;
  const { decisionNo, month, promoCode } = reward;
  const common = { agentId, reservationNo, decisionNo };
  const text = 'PaymentReturned';
  const isVoid = sameAmounts(reward, ZERO);
  // Entries of the first releases do not contain the amount owed.
  const owed = reward.owed ?? { status: isVoid ? ('Void' as const) : ('Earned' as const), ...amountsOnly(reward) };
  const before: Posting = isVoid ? owed : { status: 'Earned', ...amountsOnly(frozenOf(state, back)) };
  const correction = {
    cause: { kind: 'payment-returned' },
    reason: 'Rerated',
    text,
    payeRate: null,
    dated: returnedOn,
    ...minus(back, reward),
  } as const;
  return {
    // For a fully reversed reward, the return itself is the entry.
    uncorrected: isVoid
      ? []
      : [
          {
            type: 'AccountAdjusted',
            // Not `returned-`, which entries of kept rewards use (`evolveAccount`). A reinstated payment may be
            // returned again.
            data: { ...common, adjustmentId: unusedId(state, `uncorrected-${runId}-${reservationNo}`), ...correction },
          },
        ],
    posted: {
      type: 'RewardPosted',
      data: { ...common, month, promoCode, reason: text, on: returnedOn, before, after: owed },
    },
  };
}

/**
 * Rewards are owed by their last decision (O13). Where a later decision reversed one, the returned amount is an open
 * entry against the one that claims it back. A few parts at a time; repeated until it leads to no event. None unless
 * the last outcome was paid.
 */
export function returnPayout(command: ReturnPayout, state: RewardsAccount): RewardsAccountEvent[] {
  const { agentId, runId, answerId, reason, returnedOn } = command;
  const payout = state.payouts.get(runId);
  if (payout?.outcome !== 'paid') return [];
  const { treatment, on: paidOn } = payout;
  const returnedParts = payout.returned.parts;
  const { restored, kept, adjustments } = paidByRun(state, runId, treatment.rate);
  const keptNumbers = new Set(kept.map(({ reservationNo }) => reservationNo));
  const isKept = ({ reservationNo }: PaidReward): boolean => keptNumbers.has(reservationNo);
  const reissued = reissuedBy(state, runId);
  const parts = partsOf(
    [...adjustments, ...kept, ...restored],
    (entry) => {
      if ('adjustmentId' in entry) return earnedByAdjustment(state, entry);
      return isKept(entry) ? 0 : frozenOf(state, entry).nettCents;
    },
    (entry) =>
      ('reservationNo' in entry ? correctedReward(state, entry) !== null : reissued.has(entry.adjustmentId)) ? 2 : 0,
  );
  const now = parts.slice(0, PAYOUT_PARTS_PER_APPEND);
  const adjusted = now.flatMap((part) => part.adjustments);
  const back = now.flatMap((part) => part.rewards.filter((reward) => !isKept(reward)));
  const difference = taxDifference(
    {
      agentId,
      dated: returnedOn,
      paidOn,
      kind: treatment.kind,
      adjustmentId: `tax-returned-${runId}${returnedParts === 0 ? '' : `-${returnedParts + 1}`}`,
    },
    [...back, ...adjusted],
    [
      ...back.map((reward) => frozenOf(state, reward)),
      ...adjusted.map(({ adjustmentId }) => adjustmentOf(state, adjustmentId)),
    ],
  );
  const entries = now.flatMap(({ rewards, ...own }, index): RewardsAccountEvent[] => {
    const part = { part: returnedParts + index + 1, parts: returnedParts + parts.length, ...own };
    const sorted = { rewards: rewards.filter((reward) => !isKept(reward)), kept: rewards.filter(isKept) };
    const common = { agentId, runId, answerId, returnedOn, paidOn, reason, treatment };
    const corrections = rewards.flatMap((back) => {
      const reward = correctedReward(state, back);
      return reward ? [owedAgain(command, state, back, reward)] : [];
    });
    return [
      ...corrections.flatMap(({ uncorrected }) => uncorrected),
      ...own.adjustments.flatMap((each) => {
        const reservationNo = reissued.get(each.adjustmentId);
        if (reservationNo === undefined) return [];
        const reversal = { agentId, reservationNo, runId, today: returnedOn, treatment };
        return reissueReversal(state, reversal, each, -1);
      }),
      { type: 'PayoutReturned', data: { ...common, ...part, ...sorted } },
      ...corrections.map(({ posted }) => posted),
    ];
  });
  const isLast = now.length === parts.length;
  return [...entries, ...difference, ...(isLast ? holdAfterFailure(command, state, returnedOn) : [])];
}

const refuse = (code: CodeOf<'rewards-account'>, message: string) =>
  new DomainError('conflict', `rewards-account.${code}`, message);

/** Null where the whole line can be reserved again. */
function firstEntryPaidSince({ rewards, adjustments }: UnpaidLine, state: RewardsAccount): string | null {
  for (const { reservationNo } of rewards) {
    const reward = state.rewards.get(reservationNo);
    if (!reward || reward.line !== null || reward.status === 'Paid' || reward.status === 'Expired')
      return `reservation ${reservationNo}`;
  }
  return adjustments.some(({ adjustmentId }) => state.adjustments.get(adjustmentId)?.state !== 'open')
    ? 'a correction'
    : null;
}

/**
 * The bank did pay a line that was recorded as failed or returned (O18): it is reserved again and settled as any other.
 * Rejects with `rewards-account.reserved` for another run, and `rewards-account.paid-since` where a part was paid again
 * or expired. No event for any other payment.
 */
export function reinstatePayout(
  { agentId, runId, answerId, reason }: AccountCommandOf<'ReinstatePayout'>,
  state: RewardsAccount,
  today: Day,
): RewardsAccountEvent[] {
  const payout = state.payouts.get(runId);
  if (state.reservation?.runId === runId) return [];
  if (payout?.outcome !== 'failed' && payout?.outcome !== 'returned') return [];
  if (state.reservation)
    throw refuse('reserved', 'Another payout run holds this account. Cancel or settle that run first.');
  const blocking = firstEntryPaidSince(payout.unpaid, state);
  if (blocking !== null) {
    const cause = `The payment contains ${blocking}, which was paid again or expired since. The agent has both payments: `;
    throw refuse('paid-since', `${cause}recover one from the bank, or book a correction.`);
  }
  return [
    { type: 'PayoutReinstated', data: { agentId, runId, answerId, reason, on: today } },
    ...failedPaymentHolds(state, runId).map((holdId) => ({
      type: 'PayoutHoldReleased' as const,
      data: { agentId, holdId, reason, on: today },
    })),
  ];
}
