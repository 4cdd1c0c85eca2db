import { amountsOnly, sameAmounts } from '../../amounts.ts';
import { PAYOUT_PARTS_PER_APPEND } from '../../append-limits.ts';
import type { Day } from '../../calendar.ts';
import type { AccountCommandOf } from '../commands.ts';
import {
  openCorrections,
  reissueCorrections,
  reissueReversal,
  reversedWhileReserved,
  unusedId,
} from '../corrections-in-force.ts';
import type { AccountEventOf, PaidAdjustment, PaidReward, RewardsAccountEvent } from '../events.ts';
import { correctionOf } from '../post-reward.ts';
import { type PaidAccountReward, postingOf, type Reservation, type RewardsAccount } from '../state.ts';
import { adjustmentOf, earnedByAdjustment, frozenOf, rewardOf } from './payout.ts';
import { partsOf } from './payout-parts.ts';
import { taxDifference } from './tax-difference.ts';

/** Whether the reward was decided differently after the freeze. */
function isOther(state: RewardsAccount, reward: PaidReward): boolean {
  const now = rewardOf(state, reward.reservationNo);
  return now.status !== 'Earned' || !sameAmounts(now, frozenOf(state, reward));
}

/** A reinstated payment may repeat a correction by the same decision: ids are used once. */
const unique = (state: RewardsAccount, entry: AccountEventOf<'AccountAdjusted'> | null) =>
  entry && { ...entry, data: { ...entry.data, adjustmentId: unusedId(state, entry.data.adjustmentId) } };

/** One entry restores the frozen amounts, one corrects them after the payment. */
function reinstate(
  state: RewardsAccount,
  paid: PaidReward,
  { agentId, treatment, today }: Pick<Reservation, 'treatment'> & { readonly agentId: number; readonly today: Day },
): { reinstated: RewardsAccountEvent; correction: RewardsAccountEvent | null } {
  const { reservationNo } = paid;
  const now = rewardOf(state, reservationNo);
  if (now.status === 'Paid' || now.status === 'Expired')
    throw new Error('a run reserves a reward that is paid or expired');
  const { decisionNo, month, promoCode } = now;
  const after = { status: 'Earned' as const, ...amountsOnly(frozenOf(state, paid)) };
  const before = postingOf(now);
  const common = { agentId, reservationNo, decisionNo };
  const settled: PaidAccountReward = {
    ...now,
    ...amountsOnly(paid),
    status: 'Paid',
    paid: { ...amountsOnly(paid), rate: treatment.rate },
    owed: null,
  };
  return {
    reinstated: {
      type: 'RewardPosted',
      data: { ...common, month, promoCode, reason: 'PaidMeanwhile', on: today, before, after },
    },
    correction: unique(state, correctionOf(settled, before, { ...common, text: 'PaidMeanwhile', today })),
  };
}

/**
 * Rewards that were decided differently since the freeze are restored, paid and corrected ("after export the bank's
 * answer settles it and a clawback follows"). Reversals of corrections, and corrections that were booked since, are
 * re-issued at the paid rate. A few parts at a time; repeated until it leads to no event. None for a settled run, or
 * one without a reservation.
 */
export function settlePayout(
  { agentId, runId, answerId, paidOn }: AccountCommandOf<'SettlePayout'>,
  state: RewardsAccount,
  today: Day,
): RewardsAccountEvent[] {
  const { reservation } = state;
  if (reservation?.runId !== runId || !reservation.isComplete) return [];
  const { treatment, paidParts } = reservation;
  const rewards = reservation.rewards.filter(({ reservationNo }) => rewardOf(state, reservationNo).status !== 'Paid');
  const adjustments = reservation.adjustments.filter(
    ({ adjustmentId }) => adjustmentOf(state, adjustmentId).state === 'reserved',
  );
  const reversed = reversedWhileReserved(state, runId);
  const isCorrected = (entry: PaidReward | PaidAdjustment): boolean =>
    'reservationNo' in entry ? isOther(state, entry) : reversed.has(entry.adjustmentId);
  const correctionsOf = ({ reservationNo }: PaidReward) => openCorrections(state, reservationNo, reversed);
  const parts = partsOf(
    [...adjustments, ...rewards],
    (entry: PaidReward | PaidAdjustment) =>
      'reservationNo' in entry ? frozenOf(state, entry).nettCents : earnedByAdjustment(state, entry),
    (entry) => (isCorrected(entry) ? 2 : 0) + ('reservationNo' in entry ? 2 * correctionsOf(entry).size : 0),
  );
  const difference = taxDifference(
    { agentId, adjustmentId: `tax-${runId}`, dated: paidOn, kind: treatment.kind },
    [
      ...rewards.map((reward) => frozenOf(state, reward)),
      ...adjustments.map(({ adjustmentId }) => adjustmentOf(state, adjustmentId)),
    ],
    [...rewards, ...adjustments],
  );
  const paid = parts.slice(0, PAYOUT_PARTS_PER_APPEND).flatMap((own, index): RewardsAccountEvent[] => {
    const others = own.rewards.filter(isCorrected);
    const reinstatements = others.map((reward) => reinstate(state, reward, { agentId, treatment, today }));
    const part = { part: paidParts + index + 1, parts: paidParts + parts.length, ...own };
    return [
      ...reinstatements.map(({ reinstated }) => reinstated),
      { type: 'PayoutPaid', data: { agentId, runId, answerId, paidOn, treatment, ...part } },
      ...reinstatements.flatMap(({ correction }) => correction ?? []),
      ...own.rewards.flatMap((reward) => {
        const about = { agentId, reservationNo: reward.reservationNo, runId, today, treatment };
        return reissueCorrections(state, about, correctionsOf(reward));
      }),
      ...own.adjustments.flatMap((each) => {
        const reservationNo = reversed.get(each.adjustmentId);
        return reservationNo === undefined
          ? []
          : reissueReversal(state, { agentId, reservationNo, runId, today, treatment }, each);
      }),
    ];
  });
  return paidParts === 0 ? [...difference, ...paid] : paid;
}
