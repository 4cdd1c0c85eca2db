import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';

import type { RaRecord } from 'react-admin';

export const PROMOTION_FIELDS = ['promoCode', 'description', 'promoRate', 'startDate', 'endDate'] as const;

/** Values of the edit form. Dates contain only the date part (specification, Edit promotion dialog). */
export const formValues = (promotion: Promotion): RaRecord => ({
  id: promotion.id,
  version: promotion.version,
  promoCode: promotion.promoCode,
  description: promotion.description,
  promoRate: promotion.promoRate,
  startDate: promotion.startDate.slice(0, 10),
  endDate: promotion.endDate?.slice(0, 10) ?? '',
});

/** The typed rate as the server reads it: phones of the region offer only a decimal comma. */
export const rateTyped = (rate: string | number): string => String(rate).trim().replace(',', '.');

/** Formats the rate as the specification shows it: R and the fraction. */
export const rateShown = (promoRate: number): string => `R${promoRate}`;
