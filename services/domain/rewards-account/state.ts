import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { PersistentMap } from '../persistent-map.ts';
import type { AdjustmentCause } from './adjustment-cause.ts';
import type { AdjustmentReason, Amounts, PaidAdjustment, PaidReward, Posting, TreatmentUsed } from './events.ts';

/** A reward in the account. The amounts are what stands: by the newest decision while unpaid, after corrections once paid. */
export interface AccountReward extends Amounts {
  readonly status: Posting['status'] | 'Paid' | 'Expired';
  readonly decisionNo: number;
  readonly month: string;
  readonly promoCode: string | null;
  /** The day of the first decision that earned it; the expiry counts from it. */
  readonly earnedOn: Day | null;
  /** The run that holds it or paid it. */
  readonly runId: string | null;
  /** As the decision left it when it was reserved; what it goes back to when the payment comes back. */
  readonly frozen: Amounts | null;
  /** As paid, under the rate of that payment. */
  readonly paid: (Amounts & { readonly rate: number }) | null;
  /** What the newest decision that corrected it after payment owes by its own PAYE; null where none did. */
  readonly owed: Posting | null;
}

/** A correction, an opening balance or a returned payment. Open until a payout takes it. */
export interface Adjustment extends Amounts {
  readonly reason: AdjustmentReason | 'Opening' | 'Returned';
  readonly cause: AdjustmentCause;
  readonly dated: Day;
  readonly payeRate: number | null;
  /** Of the payment that it corrects, where its PAYE stays as it is; null where there is none, or it was paid under another. */
  readonly treatment: TreatmentUsed | null;
  readonly state: 'open' | 'reserved' | 'settled';
  readonly runId: string | null;
}

/** What a run holds of the account: the line, whole. */
export interface Reservation extends Amounts {
  readonly runId: string;
  readonly treatment: TreatmentUsed;
  readonly payDate: Day;
  readonly reservedAt: string;
  readonly earnedCents: Cents;
  readonly rewards: readonly PaidReward[];
  readonly adjustments: readonly PaidAdjustment[];
  /** Parts that were reserved, and of them those that were paid. */
  readonly parts: number;
  readonly paidParts: number;
  /** The last part is reserved: the line is whole. */
  readonly isWhole: boolean;
  /** A decision or a correction came after it was frozen. */
  readonly isChanged: boolean;
}

/** How a run ended for the account, with what it paid. */
export interface SettledPayout extends Amounts {
  readonly outcome: 'released' | 'failed' | 'paid' | 'returned';
  readonly reason: string | null;
  /** The bank's answer that said so last. */
  readonly answerId: string | null;
  readonly on: Day | null;
  readonly treatment: TreatmentUsed;
  /** Parts of a payment that came back; it is returned with the last of them. */
  readonly returnedParts: number;
}

interface PayoutHold {
  readonly signal: string;
  readonly reason: string;
  readonly on: Day;
  /** The most that was owed since it was placed. */
  readonly peakCents: Cents;
}

export interface RewardsAccount {
  /** By reservation number. */
  readonly rewards: PersistentMap<AccountReward>;
  readonly adjustments: PersistentMap<Adjustment>;
  /** By reservation: finance's corrections of it and what took them back, by adjustment id. */
  readonly corrections: PersistentMap<readonly string[]>;
  /** Reservations that the balance taken over has, each with the decision that was covered first. */
  readonly covered: PersistentMap<number>;
  readonly reservation: Reservation | null;
  /** By run. */
  readonly payouts: PersistentMap<SettledPayout>;
  readonly holds: ReadonlyMap<string, PayoutHold>;
  /** Released holds: a signal that comes again does not place them again. */
  readonly endedHolds: ReadonlySet<string>;
  readonly isMinimumWaived: boolean;
  readonly opening: {
    readonly asOf: Day;
    readonly earnedCents: Cents;
    readonly paidCents: Cents;
    readonly grossThisTaxYearCents: Cents;
    readonly payeThisTaxYearCents: Cents;
  } | null;
  /** Nett earned and unpaid; nett in all. */
  readonly earnedCents: Cents;
  readonly paidCents: Cents;
  readonly expiredCents: Cents;
  /** Credits less debits: what is owed now, and below zero what later rewards fill up. */
  readonly balanceCents: Cents;
}

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

/** Nett of the corrections that no payout has taken yet. A taken-over balance counts as earned, not as a correction. */
export function openAdjustmentsCents(account: RewardsAccount): Cents {
  let sum = 0;
  for (const [, each] of account.adjustments.entries()) {
    if (each.state !== 'settled' && each.reason !== 'Opening') sum += each.nettCents;
  }
  return sum;
}

/** Oldest first, as payouts, clawbacks and expiry take them: by the day earned, then by number. */
export function earnedOldestFirst(account: RewardsAccount): [string, AccountReward][] {
  const earned = [...account.rewards.entries()].filter(([, { status }]) => status === 'Earned');
  return earned.sort(([a, { earnedOn: x }], [b, { earnedOn: y }]) => {
    if (x !== y) return (x ?? '') < (y ?? '') ? -1 : 1;
    return a < b ? -1 : 1;
  });
}
