import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

const day = z.iso.date();
const amounts = z.object({ grossCents: z.int(), payeCents: z.int(), nettCents: z.int() });
const posting = amounts.extend({ status: z.enum(['Earned', 'Pending', 'Void']) });

/** Why an account was corrected after payment or by finance. */
export const ADJUSTMENT_REASONS = ['Credited', 'Rerated', 'Fraud', 'Error', 'TaxTreatment', 'Other'] as const;

/** The treatment that a payout was taxed by: its kind, and the fraction of gross that was withheld. */
const treatmentUsed = z.object({ kind: z.string(), rate: z.number(), directiveNumber: z.string().optional() });

/** A reward or an adjustment as a payout takes it: PAYE by the treatment of the day of payment. */
const paidReward = amounts.extend({ reservationNo: z.string() });
const paidAdjustment = amounts.extend({
  adjustmentId: z.string(),
  /** That of the payment that it corrects: its tax belongs there, whatever the treatment of this one (docs/decisions/0022). */
  treatment: treatmentUsed.optional(),
});

/**
 * A payout is as many events as it has thousands of rewards, so that no event grows with the account, and as many appends
 * as it has some of them. The last is the one whose `part` is its `parts`: until then `parts` is what was to be expected.
 */
const payoutPart = amounts.extend({
  agentId: z.int(),
  runId: z.string(),
  /** From 1 on; the amounts are those of this part. */
  part: z.int(),
  parts: z.int(),
  /** Nett that leaves (or comes back to) what is earned and unpaid, by the decisions' PAYE. */
  earnedCents: z.int(),
  treatment: treatmentUsed,
  rewards: z.array(paidReward),
  adjustments: z.array(paidAdjustment),
});

/** Stream `rewards-account-{agentId}`: the ledger of one agent. Each entry says what stood before and what stands after it. */
export const rewardsAccountEvents = {
  /** An unpaid reward as the rental's decision `decisionNo` leaves it; `Void` owes nothing. `on` is a Johannesburg day. */
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
  /** A correction of what cannot be edited any more. `dated` lies in the tax year in which it is made. */
  AccountAdjusted: amounts.extend({
    agentId: z.int(),
    adjustmentId: z.string(),
    reason: z.enum(ADJUSTMENT_REASONS),
    text: z.string().nullable(),
    /** Set where it corrects a reward; `decisionNo` is then the decision that made it. */
    reservationNo: z.string().nullable(),
    decisionNo: z.int().nullable(),
    /** The rate behind `payeCents`; null where it stays as it is, whatever the treatment on the day of payment. */
    payeRate: z.number().nullable(),
    dated: day,
    /** What that decision owes by its own PAYE: what the reward is owed where its payment comes back. */
    owed: posting.optional(),
  }),
  /** What another system owed and had paid when the programme was taken over. Cents; `earnedCents` is nett. */
  OpeningBalanceTaken: amounts.extend({
    agentId: z.int(),
    asOf: day,
    payeRate: z.number(),
    paidCents: z.int(),
    grossThisTaxYearCents: z.int(),
    payeThisTaxYearCents: z.int(),
    taxYear: z.int(),
    /** That of the agent on `asOf`; balances taken over before it was recorded were grossed up by ordinary PAYE. */
    treatment: treatmentUsed.optional(),
  }),
  /**
   * A reservation that was invoiced by the day of the balance taken over: that balance has it, so that nothing of it is
   * owed here, now or later (docs/decisions/0021). The amounts are what was decided of it; the entry moves nothing.
   */
  RewardCovered: amounts.extend({
    agentId: z.int(),
    reservationNo: z.string(),
    decisionNo: z.int(),
    asOf: day,
    on: day,
  }),
  /** A frozen line of a run: what it takes is kept for it until it is paid, failed or dropped. */
  PayoutReserved: payoutPart.extend({ cutOff: day, payDate: day, reservedAt: z.iso.datetime() }),
  /** Dropped before anything was sent to the bank. */
  PayoutReleased: z.object({ agentId: z.int(), runId: z.string(), reason: z.string() }),
  /** The bank did not pay: nothing left, all is owed as before. */
  PayoutFailed: z.object({ agentId: z.int(), runId: z.string(), answerId: z.string(), reason: z.string(), on: day }),
  /** `answerId`: the bank's answer that settled it. */
  PayoutPaid: payoutPart.extend({ answerId: z.string(), paidOn: day }),
  /** The bank sent it back after it was paid: the amount is owed again. `kept` a later decision took back: nothing of them is. */
  PayoutReturned: payoutPart.extend({
    answerId: z.string(),
    returnedOn: day,
    reason: z.string(),
    kept: z.array(paidReward),
  }),
  RewardExpired: amounts.extend({ agentId: z.int(), reservationNo: z.string(), month: z.string(), on: day }),
  /** Nothing is paid to the agent until it is released. `signal` names what raised it. */
  PayoutHoldPlaced: z.object({ agentId: z.int(), holdId: z.string(), signal: z.string(), reason: z.string(), on: day }),
  PayoutHoldReleased: z.object({ agentId: z.int(), holdId: z.string(), reason: z.string(), on: day }),
  /** A leaver's balance is paid by the next run though it is below the minimum. */
  PayoutMinimumWaived: z.object({ agentId: z.int(), reason: z.string(), on: day }),
} as const;

export type RewardsAccountEvent = EventsOf<typeof rewardsAccountEvents>;
export type AccountEventOf<Type extends RewardsAccountEvent['type']> = Extract<RewardsAccountEvent, { type: Type }>;
export type Posting = z.output<typeof posting>;
export type Amounts = z.output<typeof amounts>;
export type TreatmentUsed = z.output<typeof treatmentUsed>;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];
export type PaidReward = z.output<typeof paidReward>;
export type PaidAdjustment = z.output<typeof paidAdjustment>;
