import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { codeKey, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import type { Projection } from '../engine/projection.ts';

/** A promotion with its whole effective-dated history: which rate and switch hold is asked of a day, when it is read. */
export interface PromotionRow extends Omit<Promotion, 'promotionId'> {
  id: string;
  codeKey: string;
  createdAt: string;
  updatedAt: string;
}

/** The promotion as its rules know it. */
export const promotionOf = ({ id, codeKey: _key, createdAt: _c, updatedAt: _u, ...rest }: PromotionRow): Promotion => ({
  promotionId: id,
  ...rest,
});

/** Read model `promotions`, by id. */
export const promotions: Projection<PromotionRow, PromotionEvent> = {
  name: 'promotions',
  version: 2,
  eventTypes: [
    'PromotionCreated',
    'PromotionRateChanged',
    'PromotionActivated',
    'PromotionDeactivated',
    'PromotionChangeWithdrawn',
    'PromotionDatesChanged',
    'PromotionDescribed',
    'PromotionRenamed',
  ],
  table: {
    columns: {
      id: 'text',
      promoCode: 'text',
      codeKey: 'text',
      description: 'text',
      startDate: 'text',
      endDate: 'text',
      rates: 'json',
      switches: 'json',
      version: 'integer',
      createdAt: 'text',
      updatedAt: 'text',
    },
    primaryKey: 'id',
    indexes: ['("codeKey")'],
  },
  keys: ({ streamId }) => [streamId.slice('promotion-'.length)],
  evolve: (row, event, key) => {
    const state = promotionDecider.evolve(row ? promotionOf(row) : promotionDecider.initial, event as PromotionEvent);
    const { promotionId: _id, ...rest } = state;
    const { recordedAt } = event.metadata;
    return {
      ...rest,
      id: key,
      codeKey: codeKey(state.promoCode),
      createdAt: row?.createdAt ?? recordedAt,
      updatedAt: recordedAt,
    };
  },
};
