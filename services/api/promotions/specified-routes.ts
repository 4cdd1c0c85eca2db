import {
  type CheckSeen,
  createPromotion,
  switchPromotion,
  updatePromotion,
} from '@fynbos/application/promotions/manage-promotions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { promotionOf, promotions } from '@fynbos/projections/promotions/promotions.ts';
import { allPromotions } from '@fynbos/projections/promotions/queries.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { route, tagged, type UntaggedRoute } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { ifMatchOf } from '../lists/version.ts';
import { promotionAnswer } from './answers.ts';
import { promotionForm } from './promotion-forms.ts';
import { viewOf } from './promotion-views.ts';

const changed = z.object({ message: z.string(), promotion: promotionAnswer });

/** Checks `If-Match` where it is sent. */
const seenIn = (request: Request): CheckSeen => {
  const version = ifMatchOf(request);
  return (promotion) => {
    if (version === null || version === promotion.version) return;
    throw new DomainError('stale', 'promotion.stale', 'Someone else has changed this promotion. Load it again.');
  };
};

const today = (services: Services): string => dayOf(services.now());

const forAgents = route.get('/travel-agency/promotions', {
  who: 'signed-in',
  summary: 'List the promotions that have not ended, inactive ones included',
  tag: 'Incentives',
  reads: [promotions.name],
  answer: z.array(promotionAnswer),
  handle: async (_call, services) => {
    const day = today(services);
    const open = (await allPromotions(services.db)).filter(({ endDate }) => endDate === null || endDate >= day);
    return { body: open.map((row) => viewOf(promotionOf(row), day)) };
  },
});

const add = route.post('/admin/add-promotion', {
  who: { admin: 'promotions:change' },
  summary: 'Add a promotion',
  body: promotionForm,
  answer: changed,
  status: 201,
  handle: async ({ body, context }, services) => {
    const { state, position } = await createPromotion(services.log, body, true, context);
    return {
      position,
      body: { message: 'Promotion created successfully!', promotion: viewOf(state, today(services)) },
    };
  },
});

const update = route.put('/admin/update-promotion/{id}', {
  ifMatch: 'optional',
  who: { admin: 'promotions:change' },
  summary: 'Change a promotion; a new rate counts from today',
  body: promotionForm,
  answer: changed,
  handle: async ({ body, context, params, request }, services) => {
    const { state, position } = await updatePromotion(services.log, params.id, body, context, {
      check: seenIn(request),
    });
    return {
      position,
      body: { message: 'Promotion updated successfully!', promotion: viewOf(state, today(services)) },
    };
  },
});

const switching = (path: string, isActive: boolean, message: string): UntaggedRoute =>
  route.put(`/admin/${path}/{id}`, {
    who: { admin: 'promotions:change' },
    summary: isActive ? 'Activate a promotion' : 'Deactivate a promotion',
    answer: changed,
    handle: async ({ context, params, request }, services) => {
      const { state, position } = await switchPromotion(services.log, params.id, isActive, context, seenIn(request));
      return { position, body: { message, promotion: viewOf(state, today(services)) } };
    },
  });

/** The promotion calls of the specification (section 7), for admins and agents. */
export const specifiedPromotionRoutes = tagged('Promotions', [
  forAgents,
  add,
  update,
  switching('activate-promotion', true, 'Promotion activated successfully!'),
  switching('deactivate-promotion', false, 'Promotion deactivated successfully!'),
]);
