import type { Day } from '@fynbos/domain/calendar.ts';
import {
  isActiveOn,
  isShownActive,
  type Promotion,
  rateOn,
  switchesAsTheyCount,
} from '@fynbos/domain/promotion/state.ts';
import { z } from 'zod';

/** A promotion in the specification's format (section 3): date-times at midnight in Johannesburg, and today's rate. */
export const promotionView = z.object({
  id: z.string(),
  promoCode: z.string(),
  description: z.string(),
  promoRate: z.number(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  isActive: z.boolean(),
  version: z.int(),
});

const dated = z.object({ from: z.string() });

/** A promotion in the dashboard: the specification's view with its past and planned changes. */
export const promotionRecord = promotionView.extend({
  state: z.enum(['active', 'inactive', 'planned', 'ended']),
  rates: z.array(dated.extend({ promoRate: z.number() })),
  switches: z.array(dated.extend({ isActive: z.boolean() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PromotionRecord = z.output<typeof promotionRecord>;

const midnight = (day: Day): string => `${day}T00:00:00+02:00`;

/** The view of a promotion on a Johannesburg day. */
export function viewOf(promotion: Promotion, today: Day): z.output<typeof promotionView> {
  return {
    id: promotion.promotionId ?? '',
    promoCode: promotion.promoCode,
    description: promotion.description,
    promoRate: rateOn(promotion, today),
    startDate: midnight(promotion.startDate),
    endDate: promotion.endDate === null ? null : midnight(promotion.endDate),
    isActive: isShownActive(promotion, today),
    version: promotion.version,
  };
}

function stateOn(promotion: Promotion, today: Day): PromotionRecord['state'] {
  if (promotion.endDate !== null && promotion.endDate < today) return 'ended';
  if (promotion.startDate > today) return 'planned';
  return isActiveOn(promotion, today) ? 'active' : 'inactive';
}

/** The dashboard's record of a promotion on a Johannesburg day. */
export const recordOf = (
  promotion: Promotion,
  today: Day,
  { createdAt, updatedAt }: Pick<PromotionRecord, 'createdAt' | 'updatedAt'>,
): PromotionRecord => ({
  ...viewOf(promotion, today),
  state: stateOn(promotion, today),
  rates: promotion.rates.map(({ promoRate, effectiveFrom }) => ({ promoRate, from: effectiveFrom })),
  switches: switchesAsTheyCount(promotion).map(({ isActive, effectiveFrom }) => ({ isActive, from: effectiveFrom })),
  createdAt,
  updatedAt,
});
