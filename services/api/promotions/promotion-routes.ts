import { backDateRequest } from '@fynbos/application/approvals/changes/back-dated-promotion.ts';
import { rowAsOf } from '@fynbos/application/as-of.ts';
import {
  type CheckExpectedVersion,
  createPromotion,
  loadPromotion,
  planPromotionChange,
  updatePromotion,
  withdrawPlannedChange,
} from '@fynbos/application/promotions/manage-promotions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import { hasBegun, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { type PromotionRow, promotionOf, promotions } from '@fynbos/projections/promotions/promotions.ts';
import { allPromotions, promotionById } from '@fynbos/projections/promotions/queries.ts';
import { z } from 'zod';
import { respondPendingApproval } from '../approvals/pending.ts';
import { day, reasonField } from '../http/fields.ts';
import { type Call, route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { asOfOf } from '../lists/list-request.ts';
import { answerMemoryList, type MemoryList } from '../lists/memory-list.ts';
import { LIST_QUERY } from '../lists/table-routes.ts';
import { type PromotionRecord, promotionRecord } from './answers.ts';
import { promotionForm, rate } from './promotion-forms.ts';
import { currentRecord, recordOf, requireVersion, writtenRecord } from './promotion-views.ts';

/** Requests the approval of a change from a past day (P6, X3). */
async function requestBackDate(
  services: Services,
  call: Call,
  change: Parameters<typeof backDateRequest>[1],
  check: CheckExpectedVersion,
) {
  const state = await loadPromotion(services.log, change.id);
  check(state);
  return respondPendingApproval(services, call, backDateRequest(state.promoCode, change));
}

const planned = z.object({
  effectiveFrom: day(),
  promoRate: rate.optional(),
  isActive: z.boolean().optional(),
  reason: reasonField('A reason is required!', 500),
});

const maySee = { admin: 'promotions:see' } as const;
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
    const change = { promotionId: id, effectiveFrom, promoRate, isActive, check };
    const { state, position } = await planPromotionChange(services.log, change, context);
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
    const planned = { promotionId: params.id, what, effectiveFrom: params.day } as const;
    const { state, position } = await withdrawPlannedChange(services.log, planned, context);
    return { body: await writtenRecord(services, state), position };
  },
});

/** These filters compare with the values of the answer. */
const VALUE_FILTERS = { promoRate: 'equals', startDate: 'equals', endDate: 'equals' } as const;

const list: MemoryList<PromotionRecord> = {
  filters: { promoCode: 'contains', description: 'contains', isActive: 'equals', state: 'equals', ...VALUE_FILTERS },
  search: ['promoCode', 'description'],
  sorts: ['promoCode', 'promoRate', 'startDate', 'endDate', 'createdAt', 'updatedAt'],
};

const reads = [promotions.name];
const change = promotionForm.partial().extend({ effectiveFrom: day().optional(), isActive: z.boolean().optional() });
const viewRow = (row: PromotionRow, today: string): PromotionRecord => recordOf(promotionOf(row), today, row);

/** A switch from another day is a separate planned change. Throws `DomainError` invalid. */
function assertNoDatedSwitch(effectiveFrom: string | undefined, isActive: boolean | undefined): void {
  if (effectiveFrom === undefined || isActive === undefined) return;
  throw fieldError('promotion.switch-day', 'isActive', 'Plan a switch from another day as a change of its own.');
}

const today = (services: Services) => dayOf(services.now());

const all = route.get('/admin/promotions', {
  who: maySee,
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

const show = route.get('/admin/promotions/{id}', {
  who: maySee,
  summary: 'Get a promotion, now or as of an instant',
  reads,
  answer: promotionRecord,
  handle: async ({ params: { id }, query }, services) => {
    const at = asOfOf(query);
    if (at === null) return { body: viewRow(await promotionById(services.db, id), today(services)) };
    const row = await rowAsOf<PromotionRow>(services.log, promotions, {
      streamIds: [promotionStreamOf(id)],
      key: id,
      at,
    });
    if (!row) throw new DomainError('not-found', 'promotion.not-yet', 'This promotion did not exist at that time.');
    return { body: viewRow(row, dayOf(at)) };
  },
});

const create = route.post('/admin/promotions', {
  who,
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
  who,
  summary: 'Change fields of a promotion; a rate from a past day needs an approval',
  body: change,
  answer: promotionRecord,
  handle: async (call, services) => {
    const { id } = call.params;
    const check = requireVersion(call.version);
    const { isActive, effectiveFrom, ...fields } = call.body;
    assertNoDatedSwitch(effectiveFrom, isActive);
    if (effectiveFrom !== undefined && effectiveFrom < today(services))
      return requestBackDate(services, call, { id, fields, effectiveFrom }, check);
    const change = { promotionId: id, fields, isActive, effectiveFrom, check };
    const { state, position } = await updatePromotion(services.log, change, call.context);
    return { body: await writtenRecord(services, state), position };
  },
  current: currentRecord,
});

/** Includes changes from a day on: plan, back-date with an approval, withdraw. */
export const promotionRoutes = tagged('Promotions', [all, show, create, update, plan, withdraw]);
