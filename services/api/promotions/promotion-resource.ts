import {
  createPromotion,
  promotionStreamOf,
  switchPromotion,
  updatePromotion,
} from '@fynbos/application/promotions/promotions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { isActiveOn, type Promotion, switchesAsTheyCount } from '@fynbos/domain/promotion/state.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type PromotionRow, promotionOf, promotions } from '@fynbos/projections/promotions/promotions.ts';
import { z } from 'zod';
import { asOfOf, rowAsOf } from '../audit/as-of.ts';
import { day } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listAnswer } from '../lists/answers.ts';
import { parseListRequest } from '../lists/list-request.ts';
import { type MemoryList, memoryPage } from '../lists/memory-list.ts';
import { listSource } from '../lists/past-list.ts';
import { LIST_QUERY } from '../lists/table-routes.ts';
import { answeringStale, neededVersion, Stale } from '../lists/version.ts';
import { promotionChangeRoutes, requestBackDate } from './promotion-changes.ts';
import { promotionForm } from './promotions-input.ts';
import { promotionView, viewOf } from './promotions-routes.ts';

const dated = z.object({ from: z.string() });
/** The specification's view, with what was and what is planned. */
const recordShape = promotionView.extend({
  state: z.enum(['active', 'inactive', 'planned', 'ended']),
  rates: z.array(dated.extend({ promoRate: z.number() })),
  switches: z.array(dated.extend({ isActive: z.boolean() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
type Record = z.output<typeof recordShape>;

function stateOf(promotion: Promotion, today: string): Record['state'] {
  if (promotion.endDate !== null && promotion.endDate < today) return 'ended';
  if (promotion.startDate > today) return 'planned';
  return isActiveOn(promotion, today) ? 'active' : 'inactive';
}

/** The dashboard's record of a promotion on a Johannesburg day. */
function recordOf(promotion: Promotion, today: string, createdAt: string, updatedAt: string): Record {
  return {
    ...viewOf(promotion, today),
    state: stateOf(promotion, today),
    rates: promotion.rates.map(({ promoRate, effectiveFrom }) => ({ promoRate, from: effectiveFrom })),
    switches: switchesAsTheyCount(promotion).map(({ isActive, effectiveFrom }) => ({ isActive, from: effectiveFrom })),
    createdAt,
    updatedAt,
  };
}

/** Compared as they are answered. */
const SHOWN = { promoRate: 'equals', startDate: 'equals', endDate: 'equals' } as const;

const list: MemoryList<Record> = {
  filters: { promoCode: 'contains', description: 'contains', isActive: 'equals', state: 'equals', ...SHOWN },
  search: ['promoCode', 'description'],
  sorts: ['promoCode', 'promoRate', 'startDate', 'endDate', 'createdAt', 'updatedAt'],
};

const tag = 'Promotions';
const reads = [promotions.name];
const effective = { effectiveFrom: day().optional() };
const change = promotionForm.partial().extend({ ...effective, isActive: z.boolean().optional() });

/** The resource `promotions` of the dashboard; adding, changing and switching go the way of section 7's calls. */
export function promotionResource(services: Services): Route[] {
  const { log, pool } = services;
  const table = readModelTable(promotions).sql;
  const today = () => dayOf(services.now());
  const view = (row: PromotionRow, day = today()) => recordOf(promotionOf(row), day, row.createdAt, row.updatedAt);
  const record = async (id: string): Promise<Record> => {
    const { rows } = await pool.query<PromotionRow>(`select * from ${table} where id = $1`, [id]);
    if (!rows[0]) throw new DomainError('not-found', 'promotion.unknown', 'There is no such promotion.');
    return view(rows[0]);
  };
  /** The record as the command left it: the read model may still be on its way. */
  const written = async (id: string, state: Promotion): Promise<Record> => {
    const { rows } = await pool.query<PromotionRow>(`select "createdAt" from ${table} where id = $1`, [id]);
    const now = services.now().toISOString();
    return recordOf(state, today(), rows[0]?.createdAt ?? now, now);
  };

  const all = route({
    method: 'get',
    paths: ['/admin/promotions'],
    who: { admin: 'promotions:see' },
    summary: 'Promotions: all of them, or a page with filter, range and sort',
    tag,
    reads,
    query: LIST_QUERY,
    answer: z.array(recordShape),
    handle: async ({ query }) => {
      const request = parseListRequest(query);
      const source = await listSource(services, promotions, query);
      if ('answer' in source) return source.answer;
      const { rows } = await pool.query<PromotionRow>(
        `select * from ${source.table.sql} order by "createdAt" desc, id`,
      );
      const day = source.at ? dayOf(source.at) : today();
      return listAnswer(
        'promotions',
        request,
        memoryPage(
          list,
          rows.map((row) => view(row, day)),
          request,
        ),
        (item) => item,
      );
    },
  });

  const one = route({
    method: 'get',
    paths: ['/admin/promotions/{id}'],
    who: { admin: 'promotions:see' },
    summary: 'A promotion, now or as of a moment',
    tag,
    reads,
    answer: recordShape,
    handle: async ({ params, query }) => {
      const id = params.id as string;
      const at = asOfOf(query);
      if (at === null) return { body: await record(id) };
      const row = await rowAsOf<PromotionRow>(log, promotions, [promotionStreamOf(id)], id, at);
      if (!row) throw new DomainError('not-found', 'promotion.not-yet', 'This promotion was not there at that moment.');
      return { body: view(row, dayOf(at)) };
    },
  });

  const create = route({
    method: 'post',
    paths: ['/admin/promotions'],
    who: { admin: 'promotions:change' },
    summary: 'Add a promotion',
    tag,
    body: promotionForm,
    answer: recordShape,
    status: 201,
    handle: async ({ body, context }) => {
      const { state, promotionId, position } = await createPromotion(log, body, true, context);
      return { body: await written(promotionId, state), position: position ?? null };
    },
  });

  const update = route({
    method: 'put',
    paths: ['/admin/promotions/{id}'],
    ifMatch: 'needed',
    secondPerson: true,
    who: { admin: 'promotions:change' },
    summary: 'Change fields of a promotion; a rate from a day gone by waits for a second person',
    tag,
    body: change,
    answer: recordShape,
    handle: (call) =>
      answeringStale(call, async () => {
        const { body, context, params, request } = call;
        const id = params.id as string;
        const version = neededVersion(request);
        const { isActive, effectiveFrom, ...fields } = body;
        const check = (state: Promotion): void => {
          if (state.version !== version) throw new Stale(recordOf(state, today(), '', services.now().toISOString()));
        };
        if (effectiveFrom !== undefined && isActive !== undefined) {
          const message = 'A switch from another day is planned by itself.';
          throw new DomainError('invalid', 'promotion.switch-day', message, [{ field: 'isActive', message }]);
        }
        if (effectiveFrom !== undefined && effectiveFrom < today())
          return requestBackDate(services, call, { id, fields, effectiveFrom }, check);
        let result = await updatePromotion(log, id, fields, context, {
          check,
          ...(effectiveFrom ? { effectiveFrom } : {}),
        });
        if (isActive !== undefined) {
          const switched = await switchPromotion(log, id, isActive, context);
          result = { ...switched, position: switched.position ?? result.position };
        }
        return { body: await written(id, result.state), position: result.position ?? null };
      }),
  });

  const changes = promotionChangeRoutes({
    services,
    written,
    current: (state) => recordOf(state, today(), '', services.now().toISOString()),
  });
  return [all, one, create, update, ...changes];
}
