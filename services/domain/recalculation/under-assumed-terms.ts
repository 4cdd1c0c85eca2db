import type { Day } from '../calendar.ts';
import type { Assessment } from '../rental/assess.ts';
import type { Decision } from '../rental/events.ts';
import { expiryDayUnder } from '../reward-policy/expiry-day.ts';
import { policyOn, type RewardPolicy } from '../reward-policy/reward-policy.ts';
import { bare, minus, NOTHING, plus, sameAmounts, taxedAt } from '../rewards-account/amounts.ts';
import { correctedBy } from '../rewards-account/corrections-in-force.ts';
import type { Amounts } from '../rewards-account/events.ts';
import { owedAfterPayment } from '../rewards-account/owed-after-payment.ts';
import type { AccountReward, RewardsAccount } from '../rewards-account/state.ts';

type RewardStatus = 'Earned' | 'Pending' | 'Paid' | 'Expired' | 'Declined';

/** A reservation in the account: its status and the amounts owed or paid for it. */
export interface Standing extends Amounts {
  readonly status: RewardStatus;
}

/** The policy on record, and the one that is assumed instead. */
interface Policies {
  readonly policy: RewardPolicy;
  readonly assumed: RewardPolicy;
}

/** What the simulation assumes for one reservation. */
export interface Assumption extends Policies {
  /** The recorded decision, and the decision of the rules under the assumed terms. */
  readonly decision: Decision;
  readonly assessment: Assessment;
  /** Johannesburg day of the recorded decision. */
  readonly decidedOn: Day;
}

/** A reservation in the account by its decision and payment, without finance's corrections. An expired reward is worth nothing. */
function ownStanding(state: RewardsAccount, reservationNo: string): Standing {
  const reward = state.rewards.get(reservationNo);
  const status = reward === undefined || reward.status === 'Void' ? 'Declined' : reward.status;
  return { status, ...(reward === undefined || status === 'Expired' ? NOTHING : bare(reward)) };
}

/** A reservation in its agent's account, with finance's corrections. */
export function standingOf(state: RewardsAccount, reservationNo: string): Standing {
  const own = ownStanding(state, reservationNo);
  return { status: own.status, ...plus(own, correctedBy(state, reservationNo)) };
}

/** The rate of a payment under the assumed policy. It differs only where the rate came from the policy. */
function rateOfPayment(state: RewardsAccount, reward: AccountReward, { policy, assumed }: Policies): number {
  const rate = reward.paid?.rate ?? 0;
  const payout = state.payouts.get(reward.runId ?? '');
  if (payout?.treatment.kind !== 'paye' || payout.on === null) return rate;
  const was = policyOn(policy, payout.on).terms.payeRate;
  return was === rate ? policyOn(assumed, payout.on).terms.payeRate : rate;
}

/** Whether the reward would be expired by `until`. Where both policies agree, the account's own status counts. */
function isExpired(reward: AccountReward | undefined, earnedOn: Day, until: Day, policies: Policies): boolean {
  const was = expiryDayUnder(policies.policy, earnedOn, until) !== null;
  const would = expiryDayUnder(policies.assumed, earnedOn, until) !== null;
  return was === would ? reward?.status === 'Expired' : would;
}

/** The reservation as of `today` under the assumed terms. A payment stays paid; its PAYE follows the assumed policy on its day. */
function assumedStanding(state: RewardsAccount, assumption: Assumption, today: Day): Standing {
  const { assessment, decidedOn } = assumption;
  const reward = state.rewards.get(assessment.reservationNo);
  const isPaid = reward?.status === 'Paid';
  // The opening balance covers it under any terms.
  if (state.covered.get(assessment.reservationNo) !== undefined) return ownStanding(state, assessment.reservationNo);
  if (assessment.status === 'Declined') return { status: 'Declined', ...NOTHING };
  if (assessment.status === 'Pending' && !isPaid && reward?.status !== 'Expired')
    return { status: 'Pending', ...bare(assessment) };
  const earnedOn = reward?.earnedOn ?? decidedOn;
  const until = (isPaid && state.payouts.get(reward.runId ?? '')?.on) || today;
  if (isExpired(reward, earnedOn, until, assumption)) return { status: 'Expired', ...NOTHING };
  if (isPaid)
    return { status: 'Paid', ...owedAfterPayment(reward, assessment, rateOfPayment(state, reward, assumption)) };
  return { status: 'Earned', ...bare(assessment) };
}

/** A reservation in the account, under the assumed terms, and the correction between the two. */
export interface Recalculated {
  readonly now: Standing;
  readonly assumed: Standing;
  readonly correction: Amounts;
  /** The rate of the correction until it is paid; null where its PAYE is final. */
  readonly payeRate: number | null;
}

/**
 * Calculates a reservation under assumed terms. Where the result equals the recorded decision, finance's corrections stay;
 * otherwise the assumed result replaces both. An unpaid reward is taxed on the day of its payment under any terms, so its
 * correction uses the rate of the recorded decision. A reward on hold is not owed and not corrected.
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
