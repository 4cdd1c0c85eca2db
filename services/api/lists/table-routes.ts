import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { projections } from '@fynbos/projections/registry.ts';
import type { QueryResultRow } from 'pg';
import { z } from 'zod';
import { asOfOf } from '../audit/as-of.ts';
import { isNoName } from '../http/problem.ts';
import { type Answer, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listAnswer } from './answers.ts';
import { ApproximateCounts } from './approximate-counts.ts';
import { databaseOf } from './database.ts';
import { type ExportColumn, sendCsv } from './export.ts';
import { badList, type ListRequest, parseListRequest } from './list-request.ts';
import { listSource } from './past-list.ts';
import { listPage, type TableList, wholeList } from './table-list.ts';
import { sendWhole } from './whole-list.ts';

export interface TableResource<Row extends QueryResultRow> {
  readonly resource: string;
  readonly permission: Permission;
  readonly tag: string;
  readonly summary: string;
  /** The read models behind it, for `X-Read-After`. */
  readonly reads: readonly string[];
  readonly list: TableList<Row>;
  record(row: Row): object;
  /** The schema of one record, for the OpenAPI. */
  readonly answer?: z.ZodType;
  /** With it the list can be had as CSV. */
  readonly columns?: readonly ExportColumn<Row>[];
  /** Filters that are no condition on a column become such. */
  prepare?(request: ListRequest): Promise<ListRequest>;
  /** Of a list that only grows: what it was at a moment is a filter on it, and needs no table of its own. */
  until?(request: ListRequest, at: Date): ListRequest;
}

/** The parameters of every list; `filter`, `range` and `sort` are JSON. */
export const LIST_QUERY = z.object({
  filter: z.string().optional().describe('JSON object of filters, e.g. {"status":"active"}'),
  range: z.string().optional().describe('JSON [first, last], from 0; without it the whole list'),
  sort: z.string().optional().describe('JSON [field, "ASC" or "DESC"]'),
  asOf: z
    .string()
    .optional()
    .describe('An instant or a date: the list as it stood then. 202 with the progress while that is being made'),
});

/** The read model whose table a list names. */
function projectionOf(table: string): AnyProjection {
  const found = projections.find((projection) => readModelTable(projection).name === table);
  if (!found) throw new Error(`no read model has the table ${table}`);
  return found;
}

/** Records asked for by their ids, at most a thousand, as a page of the dashboard does several times at once: they need no session of the exports. */
const isFew = ({ filter: { id } }: ListRequest): boolean => Array.isArray(id);

/** Answers a list; a filter that Postgres cannot read as its column's type (an id that is no UUID) is a 400. */
async function refusingFilters<Result>(answer: () => Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    if (isNoName(error)) throw badList('A filter has not the form of its column.');
    throw error;
  }
}

/** `GET /admin/{resource}` (a page, or whole without `range`) and `GET /admin/{resource}.csv`, now or as of a moment. */
export function tableRoutes<Row extends QueryResultRow>(services: Services, given: TableResource<Row>): Route[] {
  const { resource, permission, tag, summary, reads, list, record, columns } = given;
  const { pool, exports } = services;
  const db = databaseOf(pool);
  const tallies = new ApproximateCounts(db);
  const projection = projectionOf(list.table);
  /** What is asked for and where it is read from, or the answer while that is being made. */
  const asked = async (
    query: unknown,
  ): Promise<{ request: ListRequest; from: TableList<Row> } | { answer: Answer }> => {
    const parsed = parseListRequest(query);
    const request = given.prepare ? await given.prepare(parsed) : parsed;
    if (given.until) {
      const at = asOfOf(query);
      return { request: at ? given.until(request, at) : request, from: list };
    }
    const source = await listSource(services, projection, query);
    return 'answer' in source ? source : { request, from: { ...list, table: source.table.name } };
  };
  const page = route({
    method: 'get',
    paths: [`/admin/${resource}`],
    who: { admin: permission },
    summary,
    tag,
    reads,
    query: LIST_QUERY,
    ...(given.answer ? { answer: z.array(given.answer) } : {}),
    handle: async (call) => {
      const what = await asked(call.query);
      if ('answer' in what) return what.answer;
      const { request, from } = what;
      return refusingFilters<Answer | undefined>(async () => {
        if (request.limit !== null) {
          return listAnswer(resource, request, await listPage(db, from, request, tallies), record);
        }
        const whole = wholeList(db, from, request);
        if (!isFew(request)) return sendWhole<Row>(call, exports, whole, record);
        const { rows } = await pool.query<Row>(whole.text, [...whole.values]);
        return { body: rows.map(record) };
      });
    },
  });
  if (!columns) return [page];
  const csv = route({
    method: 'get',
    paths: [`/admin/${resource}.csv`],
    who: { admin: permission },
    summary: `${summary}: the whole list as CSV`,
    tag,
    reads,
    query: LIST_QUERY,
    handle: async (call) => {
      const what = await asked(call.query);
      if ('answer' in what) return what.answer;
      return refusingFilters(() => sendCsv(call, exports, resource, wholeList(db, what.from, what.request), columns));
    },
  });
  return [csv, page];
}
