import {
  type CheckSeen,
  loadPromotion,
  planPromotionChange,
  withdrawPlannedChange,
} from '@fynbos/application/promotions/manage-promotions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { hasBegun, type PromotionFields } from '@fynbos/domain/promotion/promotion.ts';
import { z } from 'zod';
import { leaveForApproval } from '../approvals/waiting.ts';
import { day, needed } from '../http/fields.ts';
import { type Answer, type Call, route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { promotionRecord } from './answers.ts';
import { rate } from './promotion-forms.ts';
import { currentRecord, requireVersion, writtenRecord } from './promotion-views.ts';

interface BackDate {
  readonly id: string;
  readonly fields: Partial<PromotionFields>;
  readonly effectiveFrom: string;
  readonly isActive?: boolean;
}

/** Requests the approval of a change from a past day (P6, X3). */
export async function requestBackDate(
  services: Services,
  call: Call,
  change: BackDate,
  check: CheckSeen,
): Promise<Answer> {
  const { id, fields, effectiveFrom, isActive } = change;
  const state = await loadPromotion(services.log, id);
  check(state);
  return leaveForApproval(services, call, {
    kind: 'promotion.back-date',
    subject: `promotions/${id}`,
    summary: `Change ${state.promoCode} with effect from ${effectiveFrom}`,
    fields: [...Object.keys(fields), ...(isActive === undefined ? [] : ['isActive'])],
    payload: { ...change },
  });
}

const planned = z.object({
  effectiveFrom: day(),
  promoRate: rate.optional(),
  isActive: z.boolean().optional(),
  reason: needed('A reason is required!', 500),
});

const who = { admin: 'promotions:change' } as const;

const plan = route.post('/admin/promotions/{id}/changes', {
  ifMatch: 'required',
  needsApproval: true,
  who,
  summary: 'Plan a rate or a switch from a day on; one from a past day, or deactivating from today, needs an approval',
  body: planned,
  answer: promotionRecord,
  status: 201,
  handle: async (call, services) => {
    const { id } = call.params;
    const { reason, effectiveFrom, promoRate, isActive } = call.body;
    const context = { ...call.context, reason };
    const check = requireVersion(call.version);
    if (hasBegun(effectiveFrom, dayOf(context.now), isActive)) {
      const fields = promoRate === undefined ? {} : { promoRate };
      const change = { id, fields, effectiveFrom, ...(isActive === undefined ? {} : { isActive }) };
      return requestBackDate(services, { ...call, context }, change, check);
    }
    const change = { effectiveFrom, promoRate, isActive };
    const { state, position } = await planPromotionChange(services.log, id, change, context, check);
    return { body: await writtenRecord(services, state), position };
  },
  current: currentRecord,
});

const withdraw = route.delete('/admin/promotions/{id}/changes/{what}/{day}', {
  who,
  summary: 'Withdraw a planned rate or switch before its day',
  answer: promotionRecord,
  handle: async ({ context, params }, services) => {
    const what = params.what === 'rate' ? 'rate' : 'switch';
    const [id, from] = [params.id, params.day];
    const { state, position } = await withdrawPlannedChange(services.log, id, what, from, context);
    return { body: await writtenRecord(services, state), position };
  },
});

/** Effective-dated changes of a promotion: plan, back-date with an approval, and withdraw. */
export const plannedChangeRoutes = tagged('Promotions', [plan, withdraw]);
