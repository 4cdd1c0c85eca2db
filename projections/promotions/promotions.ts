import { idFromStreamName } from '@fynbos/domain/decider.ts';
import { type PromotionEvent, promotionEvents } from '@fynbos/domain/promotion/events.ts';
import { codeKey, promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { knownPromotion, type Promotion } from '@fynbos/domain/promotion/state.ts';
import { z } from 'zod';
import { json } from '../engine/columns.ts';
import { defineProjection, type FoldEvent, handleAll, typesOf } from '../engine/projection.ts';

/** A promotion with its effective-dated history; a query picks the rate and switch of a day. */
const promotionRow = z.object({
  id: z.string(),
  promoCode: z.string(),
  codeKey: z.string(),
  description: z.string(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  rates: json<Promotion['rates']>(),
  switches: json<Promotion['switches']>(),
  version: z.int32(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PromotionRow = z.output<typeof promotionRow>;

export const promotionOf = ({ id, codeKey: _key, createdAt: _c, updatedAt: _u, ...rest }: PromotionRow): Promotion => ({
  status: 'created',
  promotionId: id,
  ...rest,
});

function change(row: PromotionRow | null, event: FoldEvent<PromotionEvent>, key: string): PromotionRow {
  const state = knownPromotion(promotionDecider.evolve(row ? promotionOf(row) : promotionDecider.initial, event));
  const { status: _status, promotionId: _id, ...rest } = state;
  const { recordedAt } = event.metadata;
  return {
    ...rest,
    id: key,
    codeKey: codeKey(state.promoCode),
    createdAt: row?.createdAt ?? recordedAt,
    updatedAt: recordedAt,
  };
}

export const promotions = defineProjection<PromotionRow, PromotionEvent>({
  name: 'promotions',
  version: 2,
  row: promotionRow,
  primaryKey: 'id',
  indexes: ['("codeKey")'],
  keys: ({ streamId }) => [idFromStreamName(promotionStreamOf, streamId)],
  handlers: handleAll(typesOf(promotionEvents), change),
});
