import { z } from 'zod';
import { treatmentUsed } from '../agent/tax-treatment.ts';
import { amounts, type EventsOf, instant } from '../event-schema.ts';

const day = z.iso.date();
const posting = amounts.extend({ status: z.enum(['Earned', 'Pending', 'Void']) });

/** Reasons of account adjustments, after payment or by finance. */
export const ADJUSTMENT_REASONS = ['Credited', 'Rerated', 'Fraud', 'Error', 'TaxTreatment', 'Other'] as const;

/** Why an entry adjusts the account. */
const adjustmentCause = z.discriminatedUnion('kind', [
  /** A correction by finance or by a recalculation. */
  z.object({ kind: z.literal('correction') }),
  /** A rental decision that changed a paid reward. */
  z.object({ kind: z.literal('decision'), decisionNo: z.int() }),
  /** A rental decision that replaced finance's corrections of its reservation. */
  z.object({ kind: z.literal('reversal'), decisionNo: z.int() }),
  /**
   * A run paid a correction after it was reversed: the reversal is issued again at the paid rate, or this second
   * reversal is reversed.
   */
  z.object({ kind: z.literal('reissued-reversal'), adjustmentId: z.string(), runId: z.string() }),
  /** A payment that the bank returned. */
  z.object({ kind: z.literal('payment-returned') }),
  /** An opening balance, or a paid reward that the opening balance covers. */
  z.object({ kind: z.literal('opening-balance') }),
  /** The difference between the PAYE of a payment and the PAYE of its decisions. */
  z.object({ kind: z.literal('tax-difference') }),
]);

/** A reward or an adjustment as a payout contains it: PAYE by the treatment of the day of payment. */
const paidReward = amounts.extend({ reservationNo: z.string() });
const paidAdjustment = amounts.extend({
  adjustmentId: z.string(),
  /**
   * The treatment of the corrected payment: the correction's tax belongs there, whatever the treatment of this payment
   * (docs/decisions/0022).
   */
  treatment: treatmentUsed.optional(),
});

/**
 * A part of a payout. A payout has one event per thousand rewards, so that events stay bounded as the account grows,
 * and is appended a few parts at a time. The last part is the one with `part` equal to `parts`; before it, `parts` is
 * the expected number.
 */
const payoutPart = amounts.extend({
  agentId: z.int(),
  runId: z.string(),
  /** Starts at 1; the amounts are those of this part. */
  part: z.int(),
  parts: z.int(),
  /** Nett removed from (or returned to) the earned and unpaid amount, by the decisions' PAYE. */
  earnedCents: z.int(),
  treatment: treatmentUsed,
  rewards: z.array(paidReward),
  adjustments: z.array(paidAdjustment),
});

/** Stream `rewards-account-{agentId}`: the ledger of one agent. Each entry records the state before and after it. */
export const rewardsAccountEvents = {
  /** An unpaid reward after the rental's decision `decisionNo`; `Void` owes nothing. `on` is a Johannesburg day. */
  RewardPosted: z.object({
    agentId: z.int(),
    reservationNo: z.string(),
    decisionNo: z.int(),
    month: z.string(),
    promoCode: z.string().nullable(),
    reason: z.string().nullable(),
    on: day,
    before: posting.nullable(),
    after: posting,
  }),
  /**
   * A correction of an entry that can no longer be edited. `dated` is in the tax year in which the correction is made.
   */
  AccountAdjusted: amounts.extend({
    agentId: z.int(),
    adjustmentId: z.string(),
    cause: adjustmentCause,
    reason: z.enum(ADJUSTMENT_REASONS),
    text: z.string().nullable(),
    /** Set where it corrects a reward; `decisionNo` is then the decision that caused it. */
    reservationNo: z.string().nullable(),
    decisionNo: z.int().nullable(),
    /** The rate behind `payeCents`; null where the PAYE is final, whatever the treatment on the day of payment. */
    payeRate: z.number().nullable(),
    dated: day,
    /**
     * The treatment of the payment that a reversal of finance's corrections corrects, where its PAYE is final. The
     * other entries, and those of earlier releases, follow the payment of their reward.
     */
    treatment: treatmentUsed.optional(),
    /** The amounts of that decision by its own PAYE: the reward is owed these if its payment is returned. */
    owed: posting.optional(),
  }),
  /** The amounts that another system owed and had paid before the migration. Cents; `earnedCents` is nett. */
  OpeningBalanceTaken: amounts.extend({
    agentId: z.int(),
    asOf: day,
    payeRate: z.number(),
    paidCents: z.int(),
    grossThisTaxYearCents: z.int(),
    payeThisTaxYearCents: z.int(),
    taxYear: z.int(),
    /**
     * The agent's treatment on `asOf`. Balances without it were recorded by earlier releases and grossed up by ordinary
     * PAYE.
     */
    treatment: treatmentUsed.optional(),
  }),
  /**
   * A reservation that was invoiced by the day of the opening balance: that balance contains it, so nothing is owed for
   * it here, now or later (docs/decisions/0004). The amounts are those of its decision; the entry does not change the
   * balance.
   */
  RewardCovered: amounts.extend({
    agentId: z.int(),
    reservationNo: z.string(),
    decisionNo: z.int(),
    asOf: day,
    on: day,
  }),
  /** A frozen line of a run: its amounts stay reserved until the line is paid, failed or dropped. */
  PayoutReserved: payoutPart.extend({ cutOff: day, payDate: day, reservedAt: instant }),
  /** The line was dropped before it was sent to the bank. */
  PayoutReleased: z.object({ agentId: z.int(), runId: z.string(), reason: z.string() }),
  /** The bank did not pay: no money left, and all amounts are owed as before. */
  PayoutFailed: z.object({ agentId: z.int(), runId: z.string(), answerId: z.string(), reason: z.string(), on: day }),
  /** `answerId`: the bank's answer that settled it. */
  PayoutPaid: payoutPart.extend({ answerId: z.string(), paidOn: day }),
  /**
   * The bank returned a payment: the amount is owed again. The rewards in `kept` were reversed by a later decision and
   * are not owed again.
   */
  PayoutReturned: payoutPart.extend({
    answerId: z.string(),
    returnedOn: day,
    /**
     * The bank's day of the payment. A returned payment was none, so it leaves the tax month of that day (T8). Entries
     * of earlier releases have none: they count in the month of the return.
     */
    paidOn: day.optional(),
    reason: z.string(),
    kept: z.array(paidReward),
  }),
  /**
   * Finance corrected a result: the bank did pay a line that was recorded as failed or returned. The line is reserved
   * again as it was, and the payments after this entry settle it. `answerId` is the approval.
   */
  PayoutReinstated: z.object({
    agentId: z.int(),
    runId: z.string(),
    answerId: z.string(),
    reason: z.string(),
    on: day,
  }),
  RewardExpired: amounts.extend({ agentId: z.int(), reservationNo: z.string(), month: z.string(), on: day }),
  /** Payments to the agent are blocked until the hold is released. `signal` names the signal that raised it. */
  PayoutHoldPlaced: z.object({ agentId: z.int(), holdId: z.string(), signal: z.string(), reason: z.string(), on: day }),
  PayoutHoldReleased: z.object({ agentId: z.int(), holdId: z.string(), reason: z.string(), on: day }),
  /** A leaver's balance is paid by the next run although it is below the minimum. */
  PayoutMinimumWaived: z.object({ agentId: z.int(), reason: z.string(), on: day }),
} as const;

export type RewardsAccountEvent = EventsOf<typeof rewardsAccountEvents>;
export type AccountEventOf<Type extends RewardsAccountEvent['type']> = Extract<RewardsAccountEvent, { type: Type }>;
export type Posting = z.output<typeof posting>;
export type AdjustmentCause = z.output<typeof adjustmentCause>;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];
export type PaidReward = z.output<typeof paidReward>;
export type PaidAdjustment = z.output<typeof paidAdjustment>;
