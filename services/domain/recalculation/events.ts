import { z } from 'zod';
import { amounts, type EventsOf, instant } from '../event-schema.ts';

const day = z.iso.date('Must be a date as YYYY-MM-DD.');

/** From a day on; they replace later changes. Cents; the rate is a fraction. */
const policyChange = z.strictObject({
  effectiveFrom: day,
  minimumRewardCents: z.int().min(0, 'Must be at least zero.').optional(),
  payeRate: z.number().min(0, 'Must be at least 0.').lt(1, 'Must be less than 1.').optional(),
  /** Null switches expiry off. */
  expiryMonths: z.int().positive('Must be a whole number of months.').nullable().optional(),
});

/** From a day of reservation on. A null end date is open-ended. */
const promotionChange = z.strictObject({
  promotionId: z.string().min(1, 'The promotion is missing.'),
  effectiveFrom: day,
  promoRate: z.number().gt(0, 'Must be more than 0.').max(1, 'Must be at most 1.').optional(),
  isActive: z.boolean().optional(),
  startDate: day.optional(),
  endDate: day.nullable().optional(),
});

/** By invoice date, both days included. `reassess`: a promotion, to decide its reservations by its current terms. */
export const recalculationDefinition = z.object({
  from: day,
  to: day,
  policy: policyChange.nullable(),
  promotions: z.array(promotionChange).max(50, 'At most 50 changes of promotions.'),
  reassess: z.object({ promotionId: z.string().min(1) }).nullable(),
});

export type RecalculationDefinition = z.output<typeof recalculationDefinition>;
export type AssumedPolicyTerms = z.output<typeof policyChange>;
export type AssumedPromotionTerms = z.output<typeof promotionChange>;

/** Coded reasons of a correction. */
export const RECALCULATION_REASONS = ['Rerated', 'Error', 'Other'] as const;

/** Cents; deductions are negative. */
export const recalculationTotals = z.object({
  reservations: z.int(),
  agents: z.int(),
  ...amounts.shape,
});

/** Stream `recalculation-{id}`. */
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
     * Of every line of the preview (docs/decisions/0019). Orders of earlier releases have none and are not compared.
     */
    digest: z.string().optional(),
    /** The requester; the approver is in the metadata. */
    requestedBy: z.int(),
    orderedAt: instant,
  }),
  /** Equal to the approved preview. From here on it is executed, also after a crash. */
  RecalculationBegun: z.object({ recalculationId: z.string(), begunAt: instant }),
  /** Unlike the approved preview: nothing was booked. `found`: what would have been. */
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
