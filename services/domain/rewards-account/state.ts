import type { TreatmentUsed } from '../agent/tax-treatment.ts';
import { type Amounts, amountsOnly } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { PersistentMap } from '../persistent-map.ts';
import type { AdjustmentCause, AdjustmentReason, PaidAdjustment, PaidReward, Posting } from './events.ts';

/** Amounts by the newest decision while unpaid, after corrections once paid. */
interface RewardRecord extends Amounts {
  readonly decisionNo: number;
  readonly month: string;
  readonly promoCode: string | null;
  /** Expiry counts from this day, which a returned payment keeps (E1, E4). */
  readonly earnedOn: Day | null;
}

export const rewardRecord = (reward: RewardRecord): RewardRecord => ({
  grossCents: reward.grossCents,
  payeCents: reward.payeCents,
  nettCents: reward.nettCents,
  decisionNo: reward.decisionNo,
  month: reward.month,
  promoCode: reward.promoCode,
  earnedOn: reward.earnedOn,
});

export interface RewardLine {
  readonly runId: string;
  /** By the decision at the time of the reservation; restored when the payment is returned. */
  readonly frozen: Amounts;
}

/** `line`: of the run that reserves it. */
export type UnpaidReward = RewardRecord & { readonly status: Posting['status']; readonly line: RewardLine | null };

export const postingOf = (reward: UnpaidReward): Posting => ({ status: reward.status, ...amountsOnly(reward) });

export type PaidAccountReward = RewardRecord & {
  readonly status: 'Paid';
  /** Of the run that paid it; null once that payment is returned and a decision had reversed the reward. */
  readonly line: RewardLine | null;
  /** At the rate of that payment. */
  readonly paid: Amounts & { readonly rate: number };
  /** By the newest decision that corrected the reward after payment, by its own PAYE; null for none. */
  readonly owed: Posting | null;
};

export type AccountReward =
  | UnpaidReward
  | PaidAccountReward
  | (RewardRecord & { readonly status: 'Expired'; readonly line: null });

/** Open until a payout includes it. */
export type Adjustment = Amounts & {
  readonly reason: AdjustmentReason | 'Opening' | 'Returned';
  readonly cause: AdjustmentCause;
  readonly dated: Day;
  readonly payeRate: number | null;
  /** The corrected payment's, where the PAYE is final; null where there is none or it was paid under another. */
  readonly treatment: TreatmentUsed | null;
} & (
    | { readonly state: 'open'; readonly runId: null }
    /** By the run that reserves or paid it. */
    | { readonly state: 'reserved' | 'settled'; readonly runId: string }
  );

/** The reservation of the account by a run: the whole line. */
export interface Reservation extends Amounts {
  readonly runId: string;
  readonly treatment: TreatmentUsed;
  readonly payDate: Day;
  /** Null for a line that is reserved again after its payment was sent (O18). */
  readonly reservedAt: string | null;
  readonly earnedCents: Cents;
  readonly rewards: readonly PaidReward[];
  readonly adjustments: readonly PaidAdjustment[];
  /** Number of reserved parts; `paidParts` of them are paid. */
  readonly parts: number;
  readonly paidParts: number;
  /** Whether the last part is reserved, so that the line is complete. */
  readonly isComplete: boolean;
  /** Whether a decision or a correction was posted after the freeze. */
  readonly isChanged: boolean;
  /** Whether it was reserved under the last waiver of the minimum, which its payment uses up. */
  readonly isMinimumWaived: boolean;
}

/** What a payment that failed or was returned did not pay, so that finance can correct the result. */
export interface UnpaidLine {
  readonly rewards: readonly (PaidReward & { readonly frozen: Amounts })[];
  readonly adjustments: readonly PaidAdjustment[];
}

/** The result of a line that was sent to the bank. */
interface BankResult {
  /** The bank's response that last set the outcome, and its day. */
  readonly answerId: string;
  readonly on: Day;
}

/** How a reservation ended. `released`: before the line was sent to the bank. */
export type PayoutEnd =
  | { readonly outcome: 'released'; readonly reason: string }
  /** `returned`: what the recorded parts of a return contain. The payment is returned when its last part is. */
  | (BankResult & { readonly outcome: 'paid'; readonly returned: UnpaidLine & { readonly parts: number } })
  | (BankResult & { readonly outcome: 'failed' | 'returned'; readonly reason: string; readonly unpaid: UnpaidLine });

/** The outcome of a run for the account, with the amounts of its line. */
export type SettledPayout = Amounts & Pick<Reservation, 'treatment' | 'isMinimumWaived'> & PayoutEnd;

interface PayoutHold {
  readonly signal: string;
  readonly reason: string;
  readonly on: Day;
  /** The largest amount owed since the hold was placed. */
  readonly peakCents: Cents;
}

export interface RewardsAccount {
  readonly rewards: PersistentMap<AccountReward>;
  readonly adjustments: PersistentMap<Adjustment>;
  /** Finance's corrections and their reversals, by reservation. */
  readonly corrections: PersistentMap<readonly string[]>;
  /** The first covered decision of each reservation in the opening balance. */
  readonly covered: PersistentMap<number>;
  readonly reservation: Reservation | null;
  readonly payouts: PersistentMap<SettledPayout>;
  readonly holds: ReadonlyMap<string, PayoutHold>;
  /** Released holds: a repeated signal does not place them again. */
  readonly endedHolds: ReadonlySet<string>;
  readonly isMinimumWaived: boolean;
  readonly opening: {
    readonly asOf: Day;
    readonly earnedCents: Cents;
    readonly paidCents: Cents;
    readonly grossThisTaxYearCents: Cents;
    readonly payeThisTaxYearCents: Cents;
    /** Those that were booked before it. */
    readonly corrections: RewardsAccount['corrections'];
  } | null;
  /** Nett earned and unpaid, in total. */
  readonly earnedCents: Cents;
  readonly paidCents: Cents;
  readonly expiredCents: Cents;
  /** Credits less debits: the amount owed now. A negative balance is offset by later rewards. */
  readonly balanceCents: Cents;
}

/** The id of the entry of the opening balance. */
export const OPENING_ADJUSTMENT = 'opening';

export const emptyAccount: RewardsAccount = {
  rewards: PersistentMap.empty,
  adjustments: PersistentMap.empty,
  corrections: PersistentMap.empty,
  covered: PersistentMap.empty,
  reservation: null,
  payouts: PersistentMap.empty,
  holds: new Map(),
  endedHolds: new Set(),
  isMinimumWaived: false,
  opening: null,
  earnedCents: 0,
  paidCents: 0,
  expiredCents: 0,
  balanceCents: 0,
};

/** Null for a run that neither reserved nor paid the account. */
export const treatmentOfRun = ({ reservation, payouts }: RewardsAccount, runId: string | null): TreatmentUsed | null =>
  (runId !== null && reservation?.runId === runId ? reservation : payouts.get(runId ?? ''))?.treatment ?? null;

/** Not in a payout yet. An opening balance counts as earned, not as a correction. */
export function openAdjustmentsCents(account: RewardsAccount): Cents {
  let sum = 0;
  for (const [, each] of account.adjustments.entries()) {
    if (each.state !== 'settled' && each.reason !== 'Opening') sum += each.nettCents;
  }
  return sum;
}

/** Rewards in the order in which payouts, clawbacks and expiry use them: by the day earned, then by number. */
export function earnedOldestFirst(account: RewardsAccount): [string, AccountReward][] {
  const earned = [...account.rewards.entries()].filter(([, { status }]) => status === 'Earned');
  return earned.sort(([a, { earnedOn: x }], [b, { earnedOn: y }]) => {
    if (x !== y) return (x ?? '') < (y ?? '') ? -1 : 1;
    return a < b ? -1 : 1;
  });
}
