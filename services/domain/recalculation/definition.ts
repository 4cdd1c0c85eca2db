import { z } from 'zod';

const day = z.iso.date('Must be a day like 2026-03-31.');

/** Other terms of the reward policy from a day on; they replace later changes. Cents; the rate is a fraction. */
const policyChange = z.strictObject({
  effectiveFrom: day,
  minimumRewardCents: z.int().min(0, 'Must be at least zero.').optional(),
  payeRate: z.number().min(0, 'Must be at least 0.').lt(1, 'Must be less than 1.').optional(),
  /** Null switches expiry off. */
  expiryMonths: z.int().positive('Must be a whole number of months.').nullable().optional(),
});

/** Another rate or switch from a day of reservation on, or other dates. A null end date is open-ended. */
const promotionChange = z.strictObject({
  promotionId: z.string().min(1, 'The promotion is missing.'),
  effectiveFrom: day,
  promoRate: z.number().gt(0, 'Must be more than 0.').max(1, 'Must be at most 1.').optional(),
  isActive: z.boolean().optional(),
  startDate: day.optional(),
  endDate: day.nullable().optional(),
});

/**
 * The rentals of a simulation, by invoice date (both days included), and its assumptions. `reassess` names a promotion:
 * its reservations are decided under its current terms instead of assumed ones.
 */
export const recalculationDefinition = z.object({
  from: day,
  to: day,
  policy: policyChange.nullable(),
  promotions: z.array(promotionChange).max(50, 'At most 50 promotions.'),
  reassess: z.object({ promotionId: z.string().min(1) }).nullable(),
});

export type RecalculationDefinition = z.output<typeof recalculationDefinition>;
export type PolicyChange = z.output<typeof policyChange>;
export type PromotionChange = z.output<typeof promotionChange>;
