import { createPromotion, updatePromotion } from '@fynbos/application/promotions/manage-promotions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { promotionOf, promotions } from '@fynbos/projections/promotions/promotions.ts';
import { allPromotions } from '@fynbos/projections/promotions/queries.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { promotionAnswer } from './answers.ts';
import { promotionForm } from './promotion-forms.ts';
import { currentRecord, requireVersion, viewOf } from './promotion-views.ts';

const changed = z.object({ message: z.string(), promotion: promotionAnswer });

const today = (services: Services): string => dayOf(services.now());

const forAgents = route.get('/travel-agency/promotions', {
  who: { admin: 'promotions:see', agents: true },
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
    const message = 'Promotion created successfully!';
    return { position, body: { message, promotion: viewOf(state, today(services)) } };
  },
});

const update = route.put('/admin/update-promotion/{id}', {
  ifMatch: 'optional',
  who: { admin: 'promotions:change' },
  summary: 'Change a promotion; a new rate counts from today',
  body: promotionForm,
  answer: changed,
  handle: async ({ body, context, params, version }, services) => {
    const change = { promotionId: params.id, fields: body, check: requireVersion(version) };
    const { state, position } = await updatePromotion(services.log, change, context);
    const message = 'Promotion updated successfully!';
    return { position, body: { message, promotion: viewOf(state, today(services)) } };
  },
  current: currentRecord,
});

const switching = (path: 'activate-promotion' | 'deactivate-promotion', isActive: boolean, message: string) =>
  route.put(`/admin/${path}/{id}`, {
    ifMatch: 'optional',
    who: { admin: 'promotions:change' },
    summary: isActive ? 'Activate a promotion' : 'Deactivate a promotion',
    answer: changed,
    handle: async ({ context, params, version }, services) => {
      const change = { promotionId: params.id, fields: {}, isActive, check: requireVersion(version) };
      const { state, position } = await updatePromotion(services.log, change, context);
      return { position, body: { message, promotion: viewOf(state, today(services)) } };
    },
    current: currentRecord,
  });

/** The promotion calls of the specification (section 7), for admins and agents. */
export const specifiedPromotionRoutes = tagged('Promotions', [
  forAgents,
  add,
  update,
  switching('activate-promotion', true, 'Promotion activated successfully!'),
  switching('deactivate-promotion', false, 'Promotion deactivated successfully!'),
]);
