import type { RaRecord } from 'react-admin';

/** A promotion as the REST API returns it. */
export interface Promotion extends RaRecord {
  readonly id: string;
  readonly promoCode: string;
  readonly description: string;
  readonly promoRate: number;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly isActive: boolean;
  readonly state: 'active' | 'inactive' | 'planned' | 'ended';
  readonly rates: readonly { from: string; promoRate: number }[];
  readonly switches: readonly { from: string; isActive: boolean }[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

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

/** Formats the rate as the specification shows it: R and the fraction. */
export const rateShown = (promoRate: number): string => `R${promoRate}`;
