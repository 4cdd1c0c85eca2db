import { rowAsOf } from '@fynbos/application/as-of.ts';
import { createPromotion, switchPromotion, updatePromotion } from '@fynbos/application/promotions/manage-promotions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { type PromotionRow, promotionOf, promotions } from '@fynbos/projections/promotions/promotions.ts';
import { allPromotions, promotionById } from '@fynbos/projections/promotions/queries.ts';
import { z } from 'zod';
import { day } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { asOfOf } from '../lists/as-of.ts';
import { answerMemoryList, type MemoryList } from '../lists/memory-list.ts';
import { LIST_QUERY } from '../lists/table-routes.ts';
import { type PromotionRecord, promotionRecord } from './answers.ts';
import { plannedChangeRoutes, requestBackDate } from './planned-change-routes.ts';
import { promotionForm } from './promotion-forms.ts';
import { currentRecord, recordOf, requireVersion, writtenRecord } from './promotion-views.ts';

/** These filters compare with the values of the answer. */
const SHOWN = { promoRate: 'equals', startDate: 'equals', endDate: 'equals' } as const;

const list: MemoryList<PromotionRecord> = {
  filters: { promoCode: 'contains', description: 'contains', isActive: 'equals', state: 'equals', ...SHOWN },
  search: ['promoCode', 'description'],
  sorts: ['promoCode', 'promoRate', 'startDate', 'endDate', 'createdAt', 'updatedAt'],
};

const reads = [promotions.name];
const change = promotionForm.partial().extend({ effectiveFrom: day().optional(), isActive: z.boolean().optional() });
const viewRow = (row: PromotionRow, today: string): PromotionRecord => recordOf(promotionOf(row), today, row);

/** A switch from another day is a separate planned change. Throws `DomainError` invalid. */
function refuseDatedSwitch(effectiveFrom: string | undefined, isActive: boolean | undefined): void {
  if (effectiveFrom === undefined || isActive === undefined) return;
  const message = 'Plan a switch from another day as a change of its own.';
  throw new DomainError('invalid', 'promotion.switch-day', message, [{ field: 'isActive', message }]);
}

const today = (services: Services) => dayOf(services.now());

const all = route.get('/admin/promotions', {
  who: { admin: 'promotions:see' },
  summary: 'List promotions: all of them, or a page with filter, range and sort',
  reads,
  query: LIST_QUERY,
  answer: z.array(promotionRecord),
  handle: ({ query }, services) =>
    answerMemoryList(services, query, promotions, list, async (table, at) => {
      const day = dayOf(at ?? services.now());
      return (await allPromotions(services.db, table)).map((row) => viewRow(row, day));
    }),
});

const one = route.get('/admin/promotions/{id}', {
  who: { admin: 'promotions:see' },
  summary: 'Read a promotion, now or as of an instant',
  reads,
  answer: promotionRecord,
  handle: async ({ params: { id }, query }, services) => {
    const at = asOfOf(query);
    if (at === null) return { body: viewRow(await promotionById(services.db, id), today(services)) };
    const row = await rowAsOf<PromotionRow>(services.log, promotions, [promotionStreamOf(id)], id, at);
    if (!row) throw new DomainError('not-found', 'promotion.not-yet', 'This promotion did not exist at that time.');
    return { body: viewRow(row, dayOf(at)) };
  },
});

const create = route.post('/admin/promotions', {
  who: { admin: 'promotions:change' },
  summary: 'Add a promotion',
  body: promotionForm,
  answer: promotionRecord,
  status: 201,
  handle: async ({ body, context }, services) => {
    const { state, position } = await createPromotion(services.log, body, true, context);
    return { body: await writtenRecord(services, state), position };
  },
});

const update = route.put('/admin/promotions/{id}', {
  ifMatch: 'required',
  needsApproval: true,
  who: { admin: 'promotions:change' },
  summary: 'Change fields of a promotion; a rate from a past day needs an approval',
  body: change,
  answer: promotionRecord,
  handle: async (call, services) => {
    const { id } = call.params;
    const check = requireVersion(call.version);
    const { isActive, effectiveFrom, ...fields } = call.body;
    refuseDatedSwitch(effectiveFrom, isActive);
    if (effectiveFrom !== undefined && effectiveFrom < today(services))
      return requestBackDate(services, call, { id, fields, effectiveFrom }, check);
    const options = { check, ...(effectiveFrom ? { effectiveFrom } : {}) };
    const updated = await updatePromotion(services.log, id, fields, call.context, options);
    const last = isActive === undefined ? updated : await switchPromotion(services.log, id, isActive, call.context);
    return { body: await writtenRecord(services, last.state), position: last.position ?? updated.position };
  },
  current: currentRecord,
});

/** The resource `promotions` of the dashboard. */
export const promotionResource = tagged('Promotions', [all, one, create, update, ...plannedChangeRoutes]);
