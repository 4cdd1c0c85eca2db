import type { CheckSeen } from '@fynbos/application/promotions/change-promotion.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import { findPromotion } from '@fynbos/projections/promotions/queries.ts';
import type { Services } from '../http/services.ts';
import { Stale } from '../lists/version.ts';
import type { PromotionRecord } from './answers.ts';
import { recordOf } from './promotion-views.ts';

type Parts = Pick<Services, 'db' | 'now'>;

/** Returns the record of a promotion after a command; the read model may not have it yet. */
export async function writtenRecord({ db, now }: Parts, state: Promotion): Promise<PromotionRecord> {
  const at = now();
  const updatedAt = at.toISOString();
  const createdAt = (await findPromotion(db, state.promotionId ?? ''))?.createdAt ?? updatedAt;
  return recordOf(state, dayOf(at), { createdAt, updatedAt });
}

/** Throws `Stale` with the current record if the promotion has another version. */
export const requireVersion =
  ({ now }: Pick<Parts, 'now'>, version: number): CheckSeen =>
  (state) => {
    if (state.version === version) return;
    const at = now();
    throw new Stale(recordOf(state, dayOf(at), { createdAt: '', updatedAt: at.toISOString() }));
  };
