import { rentalMatchSchema } from '@fynbos/application/rentals/lookups.ts';
import { amounts } from '@fynbos/domain/event-schema.ts';
import { rentalEvents } from '@fynbos/domain/rental/events.ts';
import { decisionStatuses, reasonCodes } from '@fynbos/domain/rental/reasons.ts';
import { incentiveCard } from '@fynbos/projections/incentives/cards.ts';
import { incentiveRow } from '@fynbos/projections/incentives/incentives.ts';
import { monthTotalsSchema, promotionOutcome } from '@fynbos/projections/incentives/queries.ts';
import { z } from 'zod';

const cents = z.int();

export const overviewAnswer = z.object({
  fullName: z.string(),
  firstName: z.string(),
  surname: z.string(),
  loyaltyTrackingNo: z.string(),
  balanceCents: cents,
  earnedCents: cents,
  pendingCents: cents,
  paidCents: cents,
  expiredCents: cents,
  /** Both minimums come from the current policy; that of a reward is before tax. */
  payoutMinimumCents: cents,
  /** The next payout is made although the balance is below the minimum. */
  isMinimumWaived: z.boolean(),
  minimumRewardCents: cents,
  /** A payout that already includes part of the balance: in preparation, or in payment once it is approved. */
  onTheWay: z.object({ nettCents: cents, payDate: z.string(), isApproved: z.boolean() }).nullable(),
  /** The account that the next payout goes to; null without one. */
  account: z.object({ bankName: z.string(), ending: z.string() }).nullable(),
  /** Nett rewards of last month's invoices up to the same day of the month. */
  sameDaysLastMonthCents: cents,
  /** Rewards that expire within sixty days unless they are paid: their sum and the first day. */
  expiring: z.object({ nettCents: cents, firstOn: z.string() }).nullable(),
  blockers: z.array(z.object({ code: z.string(), text: z.string(), href: z.string() })),
  months: z.array(monthTotalsSchema),
});
export type Overview = z.output<typeof overviewAnswer>;

/** A card of `POST /Incentive/list-incentives`: one promotion, month and status. Amounts in rand; `amount` is nett. */
export const cardAnswer = incentiveCard;
export type Incentive = z.output<typeof cardAnswer>;

/** `GET /agent/incentives/{reservationNo}/match`. `mustMatch`: the reward is due only if the field is the same. */
export const rentalMatchAnswer = rentalMatchSchema;
export type RentalMatch = z.output<typeof rentalMatchAnswer>;

/** A record of `GET /agent/bookings`: a reservation before its invoice. */
export const bookingAnswer = z.object({
  reservationNo: z.string(),
  reservedOn: z.string(),
  pickUpOn: z.string(),
  returnOn: z.string(),
  promoCode: z.string().nullable(),
  vehicleGroup: z.string(),
  pickupBranch: z.string(),
  returnBranch: z.string(),
  rateCode: z.string(),
  /** Why it would earn nothing as it is; null if it qualifies. */
  problem: z.object({ code: z.enum(reasonCodes), rule: z.string() }).nullable(),
  /** Nett in cents; null if it would earn nothing or the revenue is unknown. */
  expectedNettCents: cents.nullable(),
});
export type Booking = z.output<typeof bookingAnswer>;

export const estimateAnswer = z.object({
  status: z.enum(decisionStatuses),
  reason: z.enum(reasonCodes).nullable(),
  /** The rule behind the reason, in words. */
  rule: z.string().nullable(),
  promoCode: z.string(),
  /** Fraction of the revenue; null for a code of no promotion. */
  rate: z.number().nullable(),
  tkRevenueCents: cents,
  minimumRewardCents: cents,
  /** Fraction of gross that is withheld. */
  payeRate: z.number(),
  grossCents: cents,
  payeCents: cents,
  nettCents: cents,
});
export type Estimate = z.output<typeof estimateAnswer>;

/** `GET /admin/rewards/{id}`: a reservation with its facts and its decision. */
export const rewardAnswer = z.object({
  id: z.string(),
  reservationNo: z.string(),
  integratorId: z.string(),
  loyaltyTrackingNo: z.string().nullable(),
  status: z.enum(decisionStatuses).nullable(),
  reason: z.enum(reasonCodes).nullable(),
  /** In recording order. The fields depend on the type. */
  facts: z.array(z.looseObject({ type: z.string(), recordedAt: z.string(), revision: z.int() })),
  decision: rentalEvents.RewardDecided.nullable(),
  slot: z.string().nullable(),
  isSlippedIn: z.boolean(),
  firstRecordedAt: z.string(),
  lastRecordedAt: z.string(),
  version: z.int(),
  /** The agent's opening balance contains the reward, so it is not owed again. */
  isCovered: z.boolean(),
  /** What was paid or expired, where it was: a later decision changes it by separate entries. Amounts are cents. */
  settled: z
    .object({
      as: z.enum(['Paid', 'Expired']),
      ...amounts.shape,
      /** The fraction of gross that was withheld. */
      rate: z.number(),
      runId: z.string().nullable(),
    })
    .nullable(),
  explanation: z.string(),
  rule: z.string().nullable(),
  /** Null without a decision, and while the event store is unavailable. */
  decisionEventId: z.string().nullable(),
});
export type Rental = z.output<typeof rewardAnswer>;

/** A record of `GET /admin/rewards`: the current reward, and the newest decision (`decided…`). Amounts are cents. */
export const rewardListed = incentiveRow.extend({
  id: z.string(),
  version: z.int(),
});
export type Reward = z.output<typeof rewardListed>;

export const outcomeAnswer = promotionOutcome;
export type PromotionOutcome = z.output<typeof outcomeAnswer>;
