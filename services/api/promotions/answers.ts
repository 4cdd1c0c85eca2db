import { z } from 'zod';

/** A promotion in the specification's format (section 3): date-times at midnight in Johannesburg, and today's rate. */
export const promotionAnswer = z.object({
  id: z.string(),
  promoCode: z.string(),
  description: z.string(),
  promoRate: z.number(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  isActive: z.boolean(),
  version: z.int(),
});
export type PromotionAnswer = z.output<typeof promotionAnswer>;

const dated = z.object({ from: z.string() });

/** A promotion in the dashboard: the specification's view with its past and planned changes. */
export const promotionRecord = promotionAnswer.extend({
  state: z.enum(['active', 'inactive', 'planned', 'ended']),
  rates: z.array(dated.extend({ promoRate: z.number() })),
  switches: z.array(dated.extend({ isActive: z.boolean() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PromotionRecord = z.output<typeof promotionRecord>;
