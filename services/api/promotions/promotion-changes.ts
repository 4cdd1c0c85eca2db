import { load } from '@fynbos/application/handle.ts';
import {
  type PlannedChange,
  planChange,
  promotionStreamOf,
  withdrawChange,
} from '@fynbos/application/promotions/promotions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { hasBegun, type PromotionFields, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import { z } from 'zod';
import { leaveForApproval } from '../approvals/waiting.ts';
import { day, needed } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { answeringStale, neededVersion, Stale } from '../lists/version.ts';
import { rate } from './promotions-input.ts';

interface BackDate {
  readonly id: string;
  readonly fields: Partial<PromotionFields>;
  readonly effectiveFrom: string;
  readonly isActive?: boolean;
}

/** Leaves a change from a day gone by for a second person. `check` throws where the state is not the one that was seen. */
export async function requestBackDate(
  services: Services,
  call: Call,
  change: BackDate,
  check: (state: Promotion) => void,
): Promise<Answer> {
  const { id, fields, effectiveFrom, isActive } = change;
  const { state } = await load(services.log, promotionDecider, promotionStreamOf(id));
  if (state.promotionId === null)
    throw new DomainError('not-found', 'promotion.unknown', 'There is no such promotion.');
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

interface Parts {
  readonly services: Services;
  /** The dashboard's record of a promotion as a command left it. */
  written(id: string, state: Promotion): Promise<object>;
  /** The same without a look into the read model, to show beside what was typed. */
  current(state: Promotion): unknown;
}

/** Effective-dated changes of a promotion: planned, back-dated with a second person, and taken back. */
export function promotionChangeRoutes({ services, written, current }: Parts): Route[] {
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
      'Plan a rate or a switch from a day on; from a day gone by, or switched off from today, it waits for a second person',
    tag,
    body: planned,
    status: 201,
    handle: (call) =>
      answeringStale(call, async () => {
        const { body, params, request } = call;
        const id = params.id as string;
        const { reason, effectiveFrom, promoRate, isActive } = body;
        const version = neededVersion(request);
        const context = { ...call.context, reason };
        const check = (state: Promotion): void => {
          if (state.version !== version) throw new Stale(current(state));
        };
        if (hasBegun(effectiveFrom, dayOf(context.now), isActive)) {
          const fields = promoRate === undefined ? {} : { promoRate };
          const change = { id, fields, effectiveFrom, ...(isActive === undefined ? {} : { isActive }) };
          return requestBackDate(services, { ...call, context }, change, check);
        }
        const change: PlannedChange = { effectiveFrom, promoRate, isActive };
        const { state, position } = await planChange(log, id, change, context, check);
        return { body: await written(id, state), position: position ?? null };
      }),
  });

  const withdraw = route({
    method: 'delete',
    paths: ['/admin/promotions/{id}/changes/{what}/{day}'],
    who,
    summary: 'Take back a rate or a switch that is planned for a day to come',
    tag,
    handle: async ({ context, params }) => {
      const id = params.id as string;
      const what = params.what === 'rate' ? 'rate' : 'switch';
      const { state, position } = await withdrawChange(log, id, what, params.day as string, context);
      return { body: await written(id, state), position: position ?? null };
    },
  });

  return [plan, withdraw];
}
