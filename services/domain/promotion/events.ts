import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

const day = z.iso.date();

/** Stream `promotion-{promotionId}`. Johannesburg days; `promoRate`: a fraction of T&K revenue, over 0, at most 1. */
export const promotionEvents = {
  PromotionCreated: z.object({
    promotionId: z.string(),
    promoCode: z.string(),
    description: z.string(),
    promoRate: z.number(),
    startDate: day,
    /** The last day, included; null is open-ended. */
    endDate: day.nullable(),
    isActive: z.boolean(),
  }),
  PromotionRateChanged: z.object({ promoRate: z.number(), effectiveFrom: day }),
  /** `effectiveFrom`: the first day on which it applies; `shownFrom`: the first on which the page shows it. */
  PromotionActivated: z.object({ effectiveFrom: day, shownFrom: day }),
  PromotionDeactivated: z.object({ effectiveFrom: day, shownFrom: day }),
  /** Only the switches of that day with this `shownFrom`; all of them where it is absent (older releases). */
  PromotionChangeWithdrawn: z.object({
    what: z.enum(['rate', 'switch']),
    effectiveFrom: day,
    shownFrom: day.optional(),
  }),
  PromotionDatesChanged: z.object({ startDate: day, endDate: day.nullable() }),
  PromotionDescribed: z.object({ description: z.string() }),
  /** The previous code keeps its meaning, because reservations were made with it. */
  PromotionRenamed: z.object({ promoCode: z.string() }),
} as const;

export type PromotionEvent = EventsOf<typeof promotionEvents>;
