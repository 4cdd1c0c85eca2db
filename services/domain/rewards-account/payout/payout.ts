import type { Amounts } from '../../amounts.ts';
import { amountsOnly, plus, sumOf, taxedAt, ZERO } from '../../amounts.ts';
import { PAYOUT_PARTS_PER_APPEND } from '../../append-limits.ts';
import type { Day } from '../../calendar.ts';
import { DomainError } from '../../errors.ts';
import type { Cents } from '../../money.ts';
import type { ReservePayout } from '../commands.ts';
import type { PaidAdjustment, PaidReward, RewardsAccountEvent } from '../events.ts';
import type { AccountReward, Adjustment, RewardsAccount } from '../state.ts';
import { partsOf } from './payout-parts.ts';

interface PayableLine extends Amounts {
  readonly rewards: readonly PaidReward[];
  readonly adjustments: readonly PaidAdjustment[];
}

/** Keeps a final PAYE or a rate of its own. */
const underTreatment = (adjustment: Adjustment, rate: number): Amounts =>
  adjustment.payeRate === null || adjustment.payeRate === rate ? amountsOnly(adjustment) : taxedAt(adjustment, rate);

/** With the treatment of the payment that it corrects. */
export const paidAdjustmentOf = (adjustmentId: string, adjustment: Adjustment, rate: number): PaidAdjustment => ({
  adjustmentId,
  ...underTreatment(adjustment, rate),
  ...(adjustment.treatment && { treatment: adjustment.treatment }),
});

/** Rewards earned by the cut-off and all open adjustments, taxed at `rate`. Without what a run reserves. Cents. */
export function payableOf(state: RewardsAccount, cutOff: Day, rate: number): PayableLine {
  const rewards: PaidReward[] = [];
  const adjustments: PaidAdjustment[] = [];
  for (const [reservationNo, reward] of state.rewards.entries()) {
    if (reward.status !== 'Earned' || reward.line !== null || (reward.earnedOn ?? '') > cutOff) continue;
    const { grossCents, payeCents, nettCents } = taxedAt(reward, rate);
    rewards.push({ reservationNo, grossCents, payeCents, nettCents });
  }
  for (const [adjustmentId, adjustment] of state.adjustments.entries()) {
    if (adjustment.state === 'open') adjustments.push(paidAdjustmentOf(adjustmentId, adjustment, rate));
  }
  return { ...plus(sumOf(rewards), sumOf(adjustments)), rewards, adjustments };
}

export const rewardOf = (state: RewardsAccount, reservationNo: string): AccountReward => {
  const reward = state.rewards.get(reservationNo);
  if (!reward) throw new Error('a payout names a reward that the account does not have');
  return reward;
};

/** Zero for one that was never reserved. */
export const frozenOf = (state: RewardsAccount, { reservationNo }: PaidReward): Amounts =>
  rewardOf(state, reservationNo).line?.frozen ?? ZERO;

export const adjustmentOf = (state: RewardsAccount, adjustmentId: string): Adjustment => {
  const adjustment = state.adjustments.get(adjustmentId);
  if (!adjustment) throw new Error('a payout names an adjustment that the account does not have');
  return adjustment;
};

/** Cents: an opening balance counts as earned, a correction does not. */
export const earnedByAdjustment = (state: RewardsAccount, { adjustmentId }: PaidAdjustment): Cents => {
  const adjustment = adjustmentOf(state, adjustmentId);
  return adjustment.reason === 'Opening' ? adjustment.nettCents : 0;
};

/** The balance from which a payout is made (O1), in cents. */
export const payoutThreshold = ({ isMinimumWaived }: RewardsAccount, minimumCents: Cents): Cents =>
  isMinimumWaived ? 1 : Math.max(1, minimumCents);

/**
 * Reserves the rewards for one run (O5), a few parts at a time; repeated until it leads to no event. Later parts
 * include decisions in between. Rejects with `rewards-account.reserved` for another run. No event below the minimum,
 * above the maximum or on hold.
 */
export function reservePayout(command: ReservePayout, state: RewardsAccount, at: string): RewardsAccountEvent[] {
  const { agentId, runId, cutOff, minimumCents, maximumCents = Number.POSITIVE_INFINITY } = command;
  const held = state.reservation;
  if (state.payouts.get(runId) || (held?.runId === runId && held.isComplete)) return [];
  if (held && held.runId !== runId)
    throw new DomainError('conflict', 'rewards-account.reserved', 'Another payout run holds this account.');
  // All parts of a line use the treatment and dates of the first part.
  const { treatment, payDate } = held ?? command;
  const reservedAt = held?.reservedAt ?? at;
  const line = payableOf(state, cutOff, treatment.rate);
  if (
    !held &&
    (line.nettCents < payoutThreshold(state, minimumCents) || line.nettCents > maximumCents || state.holds.size > 0)
  )
    return [];
  const done = held?.parts ?? 0;
  const parts = partsOf([...line.adjustments, ...line.rewards], (entry) =>
    'reservationNo' in entry ? rewardOf(state, entry.reservationNo).nettCents : earnedByAdjustment(state, entry),
  );
  return parts.slice(0, PAYOUT_PARTS_PER_APPEND).map((own, index): RewardsAccountEvent => {
    const common = { agentId, runId, part: done + index + 1, parts: done + parts.length };
    return { type: 'PayoutReserved', data: { ...common, ...own, treatment, cutOff, payDate, reservedAt } };
  });
}

/** True if it can go to the bank unchanged. */
export const isUnchanged = (state: RewardsAccount, runId: string): boolean =>
  state.reservation?.runId === runId &&
  state.reservation.isComplete &&
  !state.reservation.isChanged &&
  state.holds.size === 0;
