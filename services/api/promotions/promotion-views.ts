import { type CheckExpectedVersion, loadPromotion } from '@fynbos/application/promotions/manage-promotions.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import {
  isActiveOn,
  isShownActive,
  type Promotion,
  rateOn,
  switchesByPrecedence,
} from '@fynbos/domain/promotion/state.ts';
import { findPromotion } from '@fynbos/projections/promotions/queries.ts';
import type { Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import type { PromotionAnswer, PromotionRecord } from './answers.ts';

type RecordServices = Pick<Services, 'db' | 'now'>;

/** Returns the record of a promotion after a command; the read model may not have it yet. */
export async function writtenRecord({ db, now }: RecordServices, state: Promotion): Promise<PromotionRecord> {
  const at = now();
  const updatedAt = at.toISOString();
  const createdAt = (await findPromotion(db, state.promotionId))?.createdAt ?? updatedAt;
  return recordOf(state, dayOf(at), { createdAt, updatedAt });
}

/** Throws if the promotion has another version than the caller named; null: the caller named none. */
export const requireVersion =
  (version: number | null): CheckExpectedVersion =>
  (state) => {
    if (version !== null && state.version !== version) throw staleRecord();
  };

export const currentRecord = async ({ params }: Pick<Call, 'params'>, services: Services): Promise<PromotionRecord> =>
  writtenRecord(services, await loadPromotion(services.log, params.id ?? ''));

const midnight = (day: Day): string => `${day}T00:00:00+02:00`;

/** The view of a promotion on a Johannesburg day. */
export function viewOf(promotion: Promotion, today: Day): PromotionAnswer {
  return {
    id: promotion.promotionId,
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
  switches: switchesByPrecedence(promotion).map(({ isActive, effectiveFrom }) => ({ isActive, from: effectiveFrom })),
  createdAt,
  updatedAt,
});
