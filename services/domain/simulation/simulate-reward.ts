import type { Amounts } from '../amounts.ts';
import { amountsOnly, minus, plus, sameAmounts, taxedAt, ZERO } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import type { Assessment } from '../rental/assess.ts';
import type { Decision } from '../rental/events.ts';
import { expiryDayUnder } from '../reward-policy/expiry-day.ts';
import { policyOn, type RewardPolicy } from '../reward-policy/reward-policy.ts';
import { correctedBy } from '../rewards-account/corrections-in-force.ts';
import { correctionAfterPayment } from '../rewards-account/post-reward.ts';
import type { AccountReward, PaidAccountReward, RewardsAccount } from '../rewards-account/state.ts';

type RewardStatus = 'Earned' | 'Pending' | 'Paid' | 'Expired' | 'Declined';

/** Cents. */
export interface RewardOutcome extends Amounts {
  readonly status: RewardStatus;
}

interface Policies {
  readonly policy: RewardPolicy;
  readonly assumed: RewardPolicy;
}

export interface Assumption extends Policies {
  readonly decision: Decision;
  readonly assessment: Assessment;
  /** Johannesburg day. */
  readonly decidedOn: Day;
}

/** Without corrections. An expired reward is worth nothing. */
function decidedOutcome(state: RewardsAccount, reservationNo: string): RewardOutcome {
  const reward = state.rewards.get(reservationNo);
  const status = reward === undefined || reward.status === 'Void' ? 'Declined' : reward.status;
  return { status, ...(reward === undefined || status === 'Expired' ? ZERO : amountsOnly(reward)) };
}

/** The outcome with corrections by finance. */
export function outcomeOf(state: RewardsAccount, reservationNo: string): RewardOutcome {
  const decided = decidedOutcome(state, reservationNo);
  return { status: decided.status, ...plus(decided, correctedBy(state, reservationNo)) };
}

/** Differs from the paid rate only where that came from the policy. */
function rateOfPayment(state: RewardsAccount, reward: PaidAccountReward, { policy, assumed }: Policies): number {
  const { rate } = reward.paid;
  const payout = state.payouts.get(reward.line?.runId ?? '');
  if (payout?.treatment.kind !== 'paye' || payout.outcome === 'released') return rate;
  const was = policyOn(policy, payout.on).terms.payeRate;
  return was === rate ? policyOn(assumed, payout.on).terms.payeRate : rate;
}

/** Where both policies agree, the recorded status counts. */
function isExpired(reward: AccountReward | undefined, earnedOn: Day, until: Day, policies: Policies): boolean {
  const was = expiryDayUnder(policies.policy, earnedOn, until) !== null;
  const expiresUnderAssumed = expiryDayUnder(policies.assumed, earnedOn, until) !== null;
  return was === expiresUnderAssumed ? reward?.status === 'Expired' : expiresUnderAssumed;
}

/** The outcome as of `today`. A paid reward stays paid, with the assumed PAYE of the day of payment. */
function assumedOutcome(state: RewardsAccount, assumption: Assumption, today: Day): RewardOutcome {
  const { assessment, decidedOn } = assumption;
  const reward = state.rewards.get(assessment.reservationNo);
  const isPaid = reward?.status === 'Paid';
  // The opening balance contains it under any terms (L10).
  if (state.covered.get(assessment.reservationNo) !== undefined) return decidedOutcome(state, assessment.reservationNo);
  if (assessment.status === 'Declined') return { status: 'Declined', ...ZERO };
  if (assessment.status === 'Pending' && !isPaid && reward?.status !== 'Expired')
    return { status: 'Pending', ...amountsOnly(assessment) };
  const earnedOn = reward?.earnedOn ?? decidedOn;
  const payout = isPaid ? state.payouts.get(reward.line?.runId ?? '') : undefined;
  const until = payout && payout.outcome !== 'released' ? payout.on : today;
  if (isExpired(reward, earnedOn, until, assumption)) return { status: 'Expired', ...ZERO };
  if (isPaid)
    return { status: 'Paid', ...correctionAfterPayment(reward, assessment, rateOfPayment(state, reward, assumption)) };
  return { status: 'Earned', ...amountsOnly(assessment) };
}

export interface SimulatedReward {
  readonly now: RewardOutcome;
  readonly assumed: RewardOutcome;
  readonly correction: Amounts;
  /** The PAYE rate that a later payment of the correction replaces; null if the PAYE of the correction is final. */
  readonly payeRate: number | null;
}

/**
 * Corrections by finance stay if the result equals the recorded decision; otherwise it replaces both. An unpaid reward
 * is taxed when paid, so its correction uses the recorded rate. A reward on hold is not owed and not corrected.
 */
export function simulateReward(state: RewardsAccount, assumption: Assumption, today: Day): SimulatedReward {
  const { reservationNo, treatment } = assumption.decision;
  const decided = decidedOutcome(state, reservationNo);
  const corrected = correctedBy(state, reservationNo);
  const now = outcomeOf(state, reservationNo);
  const assumed = assumedOutcome(state, assumption, today);
  const payeRate = decided.status === 'Paid' ? null : treatment.rate;
  const comparable = payeRate === null ? assumed : taxedAt(assumed, payeRate);
  if (sameAmounts(comparable, decided))
    return { now, assumed: { status: assumed.status, ...plus(assumed, corrected) }, correction: ZERO, payeRate };
  const isOnHold = decided.status === 'Pending' || assumed.status === 'Pending';
  return { now, assumed, correction: isOnHold ? ZERO : minus(comparable, now), payeRate };
}
