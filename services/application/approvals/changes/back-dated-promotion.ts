import { isSwitchedOn, rateOn } from '@fynbos/domain/promotion/state.ts';
import { z } from 'zod';
import { loadPromotion, updatePromotion } from '../../promotions/manage-promotions.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

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
    const update = { promotionId: id, fields, isActive, effectiveFrom };
    await updatePromotion(log, update, context, handleOnce);
  },
  async compare({ log }, { payload: { id, fields, effectiveFrom, isActive } }) {
    const state = await loadPromotion(log, id);
    const { promoCode, description, startDate, endDate, switches } = state;
    const before = {
      promoCode,
      description,
      startDate,
      endDate,
      promoRate: rateOn(state, effectiveFrom),
      isActive: isSwitchedOn(switches, effectiveFrom),
    };
    return { before, after: { ...before, ...fields, ...(isActive === undefined ? {} : { isActive }) } };
  },
});

/** The request for a change of a promotion from a day in the past. */
export const backDateRequest = (promoCode: string, change: z.output<typeof backDatePromotion.payload>) => ({
  kind: 'promotion.back-date' as const,
  subject: `promotions/${change.id}` as const,
  summary: `Change ${promoCode} with effect from ${change.effectiveFrom}`,
  fields: [...Object.keys(change.fields), ...(change.isActive === undefined ? [] : ['isActive'])],
  payload: change,
});
