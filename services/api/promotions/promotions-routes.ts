import { createPromotion, switchPromotion, updatePromotion } from '@fynbos/application/promotions/promotions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { isShownActive, type Promotion, rateOn } from '@fynbos/domain/promotion/state.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type PromotionRow, promotionOf, promotions } from '@fynbos/projections/promotions/promotions.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { ifMatchOf } from '../lists/version.ts';
import { promotionForm } from './promotions-input.ts';

/** A promotion in the specification's shape (section 3): date-times at midnight in Johannesburg, the rate of today. */
export const promotionView = z.object({
  id: z.string(),
  promoCode: z.string(),
  description: z.string(),
  promoRate: z.number(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  isActive: z.boolean(),
  version: z.int(),
});

const midnight = (day: string): string => `${day}T00:00:00+02:00`;

/** The view of a promotion on a Johannesburg day. */
export function viewOf(promotion: Promotion, today: string): z.output<typeof promotionView> {
  return {
    id: promotion.promotionId ?? '',
    promoCode: promotion.promoCode,
    description: promotion.description,
    promoRate: rateOn(promotion, today),
    startDate: midnight(promotion.startDate),
    endDate: promotion.endDate === null ? null : midnight(promotion.endDate),
    isActive: isShownActive(promotion, today),
    version: promotion.version,
  };
}

const changed = z.object({ message: z.string(), promotion: promotionView });

/** A change of section 7 heeds `If-Match` where it is sent: the version that the page had. */
const seenIn = (request: Request) => {
  const version = ifMatchOf(request);
  return (promotion: Promotion): void => {
    if (version === null || version === promotion.version) return;
    throw new DomainError('stale', 'promotion.stale', 'Somebody else has changed this promotion. Load it again.');
  };
};

/** Promotions as section 7 has them, for admins and for agents. */
export function promotionRoutes(services: Services): Route[] {
  const { log, pool } = services;
  const table = readModelTable(promotions).sql;
  const today = (): string => dayOf(services.now());
  const all = async (): Promise<Promotion[]> => {
    const { rows } = await pool.query<PromotionRow>(`select * from ${table} order by "createdAt" desc, id`);
    return rows.map(promotionOf);
  };

  const forAgents = route({
    method: 'get',
    paths: ['/travel-agency/promotions'],
    who: 'signed-in',
    summary: 'Promotions that have not ended, inactive ones too',
    tag: 'Incentives',
    reads: [promotions.name],
    answer: z.array(promotionView),
    handle: async () => {
      const open = (await all()).filter(({ endDate }) => endDate === null || endDate >= today());
      return { body: open.map((promotion) => viewOf(promotion, today())) };
    },
  });

  const add = route({
    method: 'post',
    paths: ['/admin/add-promotion'],
    who: { admin: 'promotions:change' },
    summary: 'Add a promotion',
    tag: 'Promotions',
    body: promotionForm,
    answer: changed,
    status: 201,
    handle: async ({ body, context }) => {
      const { state, position } = await createPromotion(log, body, true, context);
      return {
        position: position ?? null,
        body: { message: 'Promotion created successfully!', promotion: viewOf(state, today()) },
      };
    },
  });

  const update = route({
    method: 'put',
    paths: ['/admin/update-promotion/{id}'],
    ifMatch: 'heeded',
    who: { admin: 'promotions:change' },
    summary: 'Change a promotion; a new rate counts from today',
    tag: 'Promotions',
    body: promotionForm,
    answer: changed,
    handle: async ({ body, context, params, request }) => {
      const { state, position } = await updatePromotion(log, params.id as string, body, context, {
        check: seenIn(request),
      });
      return {
        position: position ?? null,
        body: { message: 'Promotion updated successfully!', promotion: viewOf(state, today()) },
      };
    },
  });

  const flip = (path: string, isActive: boolean, message: string): Route =>
    route({
      method: 'put',
      paths: [`/admin/${path}/{id}`],
      who: { admin: 'promotions:change' },
      summary: isActive ? 'Switch a promotion on' : 'Switch a promotion off',
      tag: 'Promotions',
      answer: changed,
      handle: async ({ context, params, request }) => {
        const { state, position } = await switchPromotion(log, params.id as string, isActive, context, seenIn(request));
        return { position: position ?? null, body: { message, promotion: viewOf(state, today()) } };
      },
    });

  return [
    forAgents,
    add,
    update,
    flip('activate-promotion', true, 'Promotion activated successfully!'),
    flip('deactivate-promotion', false, 'Promotion deactivated successfully!'),
  ];
}
