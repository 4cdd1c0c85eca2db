import { handle, load } from '@fynbos/application/handle.ts';
import {
  type CheckSeen,
  planPromotionChange,
  updatePromotion,
  withdrawPlannedChange,
} from '@fynbos/application/promotions/change-promotion.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import {
  hasBegun,
  type PromotionFields,
  promotionDecider,
  promotionStreamOf,
} from '@fynbos/domain/promotion/promotion.ts';
import { countingOn, rateOn } from '@fynbos/domain/promotion/state.ts';
import { z } from 'zod';
import { approvalKind } from '../approvals/kinds.ts';
import { once } from '../approvals/once.ts';
import { requestApproval } from '../approvals/request.ts';
import { day, needed } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { answeringStale, neededVersion } from '../lists/version.ts';
import { rate } from './promotion-forms.ts';
import { promotionRecord } from './promotion-views.ts';
import { requireVersion, writtenRecord } from './written-record.ts';

interface BackDate {
  readonly id: string;
  readonly fields: Partial<PromotionFields>;
  readonly effectiveFrom: string;
  readonly isActive?: boolean;
}

/** A rate or switch with effect from a past day. */
const backDate = approvalKind({
  kind: 'promotion.back-date',
  permission: 'promotions:back-date',
  execute: async ({ log }, payload, _personal, context) => {
    const { id, fields, effectiveFrom, isActive } = payload as unknown as BackDate;
    const { isDone } = once<PromotionEvent>(
      log,
      context,
      'PromotionRenamed',
      'PromotionDescribed',
      'PromotionDatesChanged',
      'PromotionRateChanged',
    );
    const updated = await updatePromotion(log, id, fields, context, { effectiveFrom, isDone });
    if (isActive === undefined) return updated.position;
    const command = { type: 'ApplyPromotionChange', effectiveFrom, isActive } as const;
    const switching = once<PromotionEvent>(log, context, 'PromotionActivated', 'PromotionDeactivated');
    const switched = await handle(log, promotionDecider, promotionStreamOf(id), command, context, switching);
    return switched.position ?? updated.position;
  },
  change: async ({ log }, payload) => {
    const { id, fields, effectiveFrom, isActive } = payload as unknown as BackDate;
    const { state } = await load(log, promotionDecider, promotionStreamOf(id));
    const { promoCode, description, startDate, endDate, switches } = state;
    const promoRate = rateOn(state, effectiveFrom);
    const before = {
      promoCode,
      description,
      startDate,
      endDate,
      promoRate,
      isActive: countingOn(switches, effectiveFrom),
    };
    return { before, after: { ...before, ...fields, ...(isActive === undefined ? {} : { isActive }) } };
  },
});

/** Requests the approval of a change from a past day. */
export async function requestBackDate(
  services: Services,
  call: Call,
  change: BackDate,
  check: CheckSeen,
): Promise<Answer> {
  const { id, fields, effectiveFrom, isActive } = change;
  const { state } = await load(services.log, promotionDecider, promotionStreamOf(id));
  if (state.promotionId === null)
    throw new DomainError('not-found', 'promotion.unknown', 'There is no such promotion.');
  check(state);
  return requestApproval(services, call, backDate, {
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

/** Effective-dated changes of a promotion: planning, back-dating with an approval, and withdrawing. */
export function plannedChangeRoutes(services: Services): Route[] {
  const { log } = services;
  const tag = 'Promotions';
  const who = { admin: 'promotions:change' } as const;

  const plan = route({
    method: 'post',
    paths: ['/admin/promotions/{id}/changes'],
    ifMatch: 'needed',
    secondPerson: true,
    who,
    summary:
      'Plan a rate or a switch from a day on; one from a past day, or deactivating from today, needs an approval',
    tag,
    body: planned,
    answer: promotionRecord,
    status: 201,
    handle: (call) =>
      answeringStale(call, async () => {
        const id = call.params.id as string;
        const { reason, effectiveFrom, promoRate, isActive } = call.body;
        const context = { ...call.context, reason };
        const check = requireVersion(services, neededVersion(call.request));
        if (hasBegun(effectiveFrom, dayOf(context.now), isActive)) {
          const fields = promoRate === undefined ? {} : { promoRate };
          const change = { id, fields, effectiveFrom, ...(isActive === undefined ? {} : { isActive }) };
          return requestBackDate(services, { ...call, context }, change, check);
        }
        const change = { effectiveFrom, promoRate, isActive };
        const { state, position } = await planPromotionChange(log, id, change, context, check);
        return { body: await writtenRecord(services, state), position: position ?? null };
      }),
  });

  const withdraw = route({
    method: 'delete',
    paths: ['/admin/promotions/{id}/changes/{what}/{day}'],
    who,
    summary: 'Withdraw a planned rate or switch before its day',
    tag,
    answer: promotionRecord,
    handle: async ({ context, params }) => {
      const what = params.what === 'rate' ? 'rate' : 'switch';
      const [id, from] = [params.id as string, params.day as string];
      const { state, position } = await withdrawPlannedChange(log, id, what, from, context);
      return { body: await writtenRecord(services, state), position: position ?? null };
    },
  });

  return [plan, withdraw];
}
