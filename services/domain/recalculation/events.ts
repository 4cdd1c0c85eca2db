import { z } from 'zod';
import { amounts, type EventsOf, instant } from '../event-schema.ts';

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
export type AssumedPolicyTerms = z.output<typeof policyChange>;
export type AssumedPromotionTerms = z.output<typeof promotionChange>;

/** Coded reasons of a correction. */
export const RECALCULATION_REASONS = ['Rerated', 'Error', 'Other'] as const;

/** The sum of a recalculation's entries. Cents; deductions are negative. */
export const recalculationTotals = z.object({
  reservations: z.int(),
  agents: z.int(),
  ...amounts.shape,
});

/** Stream `recalculation-{id}`: an approved correction of the accounts from a simulation. */
export const recalculationEvents = {
  /** `how`: `adjust` books corrections, `reassess` decides the reservations of a changed promotion again. */
  RecalculationOrdered: z.object({
    recalculationId: z.string(),
    whatIfId: z.string(),
    how: z.enum(['adjust', 'reassess']),
    definition: recalculationDefinition,
    reason: z.enum(RECALCULATION_REASONS),
    text: z.string(),
    preview: recalculationTotals,
    /**
     * Digest of every line of the preview (docs/decisions/0019). Orders of earlier releases have no digest and are
     * booked without a comparison.
     */
    digest: z.string().optional(),
    /** The administrator who requested it; the approver is in the metadata. */
    requestedBy: z.int(),
    orderedAt: instant,
  }),
  /** The booking equals the approved preview. From here on the recalculation is executed, also after a crash. */
  RecalculationBegun: z.object({ recalculationId: z.string(), begunAt: instant }),
  /** The booking differs from the approved preview. Nothing was booked; `found` is what the booking would have been. */
  RecalculationRefused: z.object({
    recalculationId: z.string(),
    code: z.string(),
    message: z.string(),
    found: recalculationTotals,
    refusedAt: instant,
  }),
  /** `booked` may differ from the preview because of facts recorded during the booking. */
  RecalculationFinished: z.object({ recalculationId: z.string(), booked: recalculationTotals, finishedAt: instant }),
} as const;

export type RecalculationEvent = EventsOf<typeof recalculationEvents>;
export type RecalculationReason = (typeof RECALCULATION_REASONS)[number];
export type RecalculationTotals = z.output<typeof recalculationTotals>;
