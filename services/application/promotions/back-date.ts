import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { countingOn, rateOn } from '@fynbos/domain/promotion/state.ts';
import { z } from 'zod';
import { approvedChange, once } from '../approvable/approved-change.ts';
import { handle, load } from '../handle.ts';
import { updatePromotion } from './change-promotion.ts';

/** A rate, switch or other change of a promotion that counts from a day in the past (P6). */
export const backDatePromotion = approvedChange({
  permission: 'promotions:back-date',
  payload: z.object({
    id: z.string(),
    fields: z.object({
      promoCode: z.string().exactOptional(),
      description: z.string().exactOptional(),
      promoRate: z.number().exactOptional(),
      startDate: z.string().exactOptional(),
      endDate: z.string().nullable().exactOptional(),
    }),
    effectiveFrom: z.string(),
    isActive: z.boolean().exactOptional(),
  }),
  async execute({ log }, { payload: { id, fields, effectiveFrom, isActive } }, context) {
    const { isDone } = once<PromotionEvent>(
      log,
      context,
      'PromotionRenamed',
      'PromotionDescribed',
      'PromotionDatesChanged',
      'PromotionRateChanged',
    );
    await updatePromotion(log, id, fields, context, { effectiveFrom, isDone });
    if (isActive === undefined) return;
    const command = { type: 'ApplyPromotionChange', effectiveFrom, isActive } as const;
    const switched = once<PromotionEvent>(log, context, 'PromotionActivated', 'PromotionDeactivated');
    await handle(log, promotionDecider, promotionStreamOf(id), command, context, switched);
  },
  async compare({ log }, { payload: { id, fields, effectiveFrom, isActive } }) {
    const { state } = await load(log, promotionDecider, promotionStreamOf(id));
    const { promoCode, description, startDate, endDate, switches } = state;
    const before = {
      promoCode,
      description,
      startDate,
      endDate,
      promoRate: rateOn(state, effectiveFrom),
      isActive: countingOn(switches, effectiveFrom),
    };
    return { before, after: { ...before, ...fields, ...(isActive === undefined ? {} : { isActive }) } };
  },
});
