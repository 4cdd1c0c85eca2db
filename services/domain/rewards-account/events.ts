import { z } from 'zod';
import { treatmentUsed } from '../agent/tax-treatment.ts';
import { amounts, type EventsOf, instant } from '../event-schema.ts';

const day = z.iso.date();
const posting = amounts.extend({ status: z.enum(['Earned', 'Pending', 'Void']) });

/** Reasons of adjustments after payment or by finance. */
export const ADJUSTMENT_REASONS = ['Credited', 'Rerated', 'Fraud', 'Error', 'TaxTreatment', 'Other'] as const;

const adjustmentCause = z.discriminatedUnion('kind', [
  /** A correction by finance or by a recalculation. */
  z.object({ kind: z.literal('correction') }),
  /** A rental decision that changed a paid reward. */
  z.object({ kind: z.literal('decision'), decisionNo: z.int() }),
  /** A rental decision that replaced finance's corrections of its reservation. */
  z.object({ kind: z.literal('reversal'), decisionNo: z.int() }),
  /** The reversed correction was paid later: reversed again at the paid rate, or this second reversal is reversed. */
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
  /** The corrected payment's: the tax belongs there, whatever the treatment of this payment (docs/decisions/0022). */
  treatment: treatmentUsed.optional(),
});

/**
 * A payout has one event per thousand rewards, appended a few parts at a time, so that events stay bounded. The last
 * part has `part` equal to `parts`; before it, `parts` is the expected number.
 */
const payoutPart = amounts.extend({
  agentId: z.int(),
  runId: z.string(),
  /** From 1; the amounts are those of this part. */
  part: z.int(),
  parts: z.int(),
  /** Nett removed from (or returned to) the earned and unpaid amount, by the decisions' PAYE. */
  earnedCents: z.int(),
  treatment: treatmentUsed,
  rewards: z.array(paidReward),
  adjustments: z.array(paidAdjustment),
});

/** Stream `rewards-account-{agentId}`. Each entry records the state before and after it. */
export const rewardsAccountEvents = {
  /** By the rental's decision `decisionNo`; `Void` owes nothing. `on` is a Johannesburg day. */
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
  /** Of an entry that can no longer be edited. `dated` is in the tax year of the correction. */
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
    /** Of the returned payment, for the tax difference of its return. Absent in earlier releases. */
    paidOn: day.optional(),
    /** The corrected payment's, where the PAYE is final. Entries without it follow the payment of their reward. */
    treatment: treatmentUsed.optional(),
    /** The amounts of that decision by its own PAYE: the reward is owed these if its payment is returned. */
    owed: posting.optional(),
  }),
  /** Owed and paid by another system. Cents; `earnedCents` is nett. */
  OpeningBalanceTaken: amounts.extend({
    agentId: z.int(),
    asOf: day,
    payeRate: z.number(),
    paidCents: z.int(),
    grossThisTaxYearCents: z.int(),
    payeThisTaxYearCents: z.int(),
    taxYear: z.int(),
    /** On `asOf`. Absent in earlier releases, which grossed up by ordinary PAYE. */
    treatment: treatmentUsed.optional(),
  }),
  /**
   * The opening balance contains the reservation, so nothing is owed here, now or later (docs/decisions/0004). The
   * amounts are those of its decision; the balance stays.
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
  /** Before the line was sent to the bank. */
  PayoutReleased: z.object({ agentId: z.int(), runId: z.string(), reason: z.string() }),
  /** The bank did not pay: no money left, and all amounts are owed as before. */
  PayoutFailed: z.object({ agentId: z.int(), runId: z.string(), answerId: z.string(), reason: z.string(), on: day }),
  /** `answerId`: the bank's response. */
  PayoutPaid: payoutPart.extend({ answerId: z.string(), paidOn: day }),
  /** Owed again, except the rewards in `kept`, which a later decision reversed. */
  PayoutReturned: payoutPart.extend({
    answerId: z.string(),
    returnedOn: day,
    /**
     * A returned payment leaves the tax month of this day (T8). Absent in earlier releases: the month of the return
     * counts.
     */
    paidOn: day.optional(),
    reason: z.string(),
    kept: z.array(paidReward),
  }),
  /**
   * The bank did pay a line that was recorded as failed or returned: reserved again as it was, and settled by the
   * payments after this entry. `answerId` is the approval.
   */
  PayoutReinstated: z.object({
    agentId: z.int(),
    runId: z.string(),
    answerId: z.string(),
    reason: z.string(),
    on: day,
  }),
  RewardExpired: amounts.extend({ agentId: z.int(), reservationNo: z.string(), month: z.string(), on: day }),
  /** `signal` names the signal that raised it. */
  PayoutHoldPlaced: z.object({ agentId: z.int(), holdId: z.string(), signal: z.string(), reason: z.string(), on: day }),
  PayoutHoldReleased: z.object({ agentId: z.int(), holdId: z.string(), reason: z.string(), on: day }),
  /** For a leaver: the next run pays below the minimum. */
  PayoutMinimumWaived: z.object({ agentId: z.int(), reason: z.string(), on: day }),
} as const;

export type RewardsAccountEvent = EventsOf<typeof rewardsAccountEvents>;
export type AccountEventOf<Type extends RewardsAccountEvent['type']> = Extract<RewardsAccountEvent, { type: Type }>;
export type Posting = z.output<typeof posting>;
export type AdjustmentCause = z.output<typeof adjustmentCause>;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];
export type PaidReward = z.output<typeof paidReward>;
export type PaidAdjustment = z.output<typeof paidAdjustment>;
