import type { Day } from '@fynbos/domain/calendar.ts';
import {
  isActiveOn,
  isShownActive,
  type Promotion,
  rateOn,
  switchesAsTheyCount,
} from '@fynbos/domain/promotion/state.ts';
import type { PromotionAnswer, PromotionRecord } from './answers.ts';

const midnight = (day: Day): string => `${day}T00:00:00+02:00`;

/** The view of a promotion on a Johannesburg day. */
export function viewOf(promotion: Promotion, today: Day): PromotionAnswer {
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
