import type { Day } from '../calendar.ts';
import type { Assessment } from '../rental/assess.ts';
import type { Decision } from '../rental/events.ts';
import { policyOn, type RewardPolicy } from '../reward-policy/reward-policy.ts';
import { bare, minus, NOTHING, plus, sameAmounts, taxedAt } from './amounts.ts';
import { expiryDayUnder } from './assumed-expiry.ts';
import { correctedBy } from './corrections-in-force.ts';
import type { Amounts } from './events.ts';
import { owedOfPaid } from './owed-of-paid.ts';
import type { AccountReward, RewardsAccount } from './state.ts';

type RewardStatus = 'Earned' | 'Pending' | 'Paid' | 'Expired' | 'Declined';

/** A reservation in the books: its status and what the agent gets of it, cents. */
export interface Standing extends Amounts {
  readonly status: RewardStatus;
}

/** The policy on record, and the one that is assumed instead. */
interface Policies {
  readonly policy: RewardPolicy;
  readonly assumed: RewardPolicy;
}

/** What is assumed of one reservation. */
export interface Assumption extends Policies {
  /** The decision on record, and the one that the rules give under the assumed terms. */
  readonly decision: Decision;
  readonly assessment: Assessment;
  /** Johannesburg day of the decision on record. */
  readonly decidedOn: Day;
}

/** What the account has of a reservation by its decision and payment. What has expired is nothing. */
function ownStanding(state: RewardsAccount, reservationNo: string): Standing {
  const reward = state.rewards.get(reservationNo);
  const status = reward === undefined || reward.status === 'Void' ? 'Declined' : reward.status;
  return { status, ...(reward === undefined || status === 'Expired' ? NOTHING : bare(reward)) };
}

/** What stands of a reservation in its agent's account, with finance's corrections of it. */
export function standingOf(state: RewardsAccount, reservationNo: string): Standing {
  const own = ownStanding(state, reservationNo);
  return { status: own.status, ...plus(own, correctedBy(state, reservationNo)) };
}

/** The rate that a payment would have been taxed at: another only where the policy gave it and gives another. */
function rateOfPayment(state: RewardsAccount, reward: AccountReward, { policy, assumed }: Policies): number {
  const rate = reward.paid?.rate ?? 0;
  const payout = state.payouts.get(reward.runId ?? '');
  if (payout?.treatment.kind !== 'paye' || payout.on === null) return rate;
  const was = policyOn(policy, payout.on).terms.payeRate;
  return was === rate ? policyOn(assumed, payout.on).terms.payeRate : rate;
}

/** Whether it would be gone by `until`: as it is in the books where both policies say the same of it. */
function isExpired(reward: AccountReward | undefined, earnedOn: Day, until: Day, policies: Policies): boolean {
  const was = expiryDayUnder(policies.policy, earnedOn, until) !== null;
  const would = expiryDayUnder(policies.assumed, earnedOn, until) !== null;
  return was === would ? reward?.status === 'Expired' : would;
}

/** What would stand as of `today`. What a bank paid stays paid; its PAYE is that of the payment's day under the assumed policy. */
function assumedStanding(state: RewardsAccount, assumption: Assumption, today: Day): Standing {
  const { assessment, decidedOn } = assumption;
  const reward = state.rewards.get(assessment.reservationNo);
  const isPaid = reward?.status === 'Paid';
  // The balance taken over has it, under whatever terms.
  if (state.covered.get(assessment.reservationNo) !== undefined) return ownStanding(state, assessment.reservationNo);
  if (assessment.status === 'Declined') return { status: 'Declined', ...NOTHING };
  if (assessment.status === 'Pending' && !isPaid && reward?.status !== 'Expired')
    return { status: 'Pending', ...bare(assessment) };
  const earnedOn = reward?.earnedOn ?? decidedOn;
  const until = (isPaid && state.payouts.get(reward.runId ?? '')?.on) || today;
  if (isExpired(reward, earnedOn, until, assumption)) return { status: 'Expired', ...NOTHING };
  if (isPaid) return { status: 'Paid', ...owedOfPaid(reward, assessment, rateOfPayment(state, reward, assumption)) };
  return { status: 'Earned', ...bare(assessment) };
}

/** A reservation as it stands in the books, as it would under assumed terms, and the entry that leads from one to the other. */
export interface Recalculated {
  readonly now: Standing;
  readonly assumed: Standing;
  readonly correction: Amounts;
  /** The rate that the correction is still to be taxed at; null: its PAYE stays as it is. */
  readonly payeRate: number | null;
}

/**
 * Decides a reservation's place in the account again under assumed terms. Where they come to what the decision on record
 * gives, what finance corrected of it stays; otherwise the assumed outcome replaces both. What is not paid yet is taxed on
 * the day of payment whatever is assumed, so its correction counts at the rate of the decision on record; a reward on hold
 * is not owed, and not corrected.
 */
export function underAssumedTerms(state: RewardsAccount, assumption: Assumption, today: Day): Recalculated {
  const { reservationNo, treatment } = assumption.decision;
  const own = ownStanding(state, reservationNo);
  const corrected = correctedBy(state, reservationNo);
  const now = standingOf(state, reservationNo);
  const assumed = assumedStanding(state, assumption, today);
  const payeRate = own.status === 'Paid' ? null : treatment.rate;
  const comparable = payeRate === null ? assumed : taxedAt(assumed, payeRate);
  if (sameAmounts(comparable, own))
    return { now, assumed: { status: assumed.status, ...plus(assumed, corrected) }, correction: NOTHING, payeRate };
  const isOnHold = own.status === 'Pending' || assumed.status === 'Pending';
  return { now, assumed, correction: isOnHold ? NOTHING : minus(comparable, now), payeRate };
}
