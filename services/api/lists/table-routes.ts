import { type AdminCaller, adminOf } from '@fynbos/application/caller.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type { QueryResultRow } from 'pg';
import { z } from 'zod';
import { isMalformedId } from '../http/problem.ts';
import { type Accepted, type Answer, type AnswerBody, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { countsOf } from './approximate-counts.ts';
import { databaseOf } from './database.ts';
import { type ExportColumn, sendCsv, streamList } from './export.ts';
import { asOfOf, badList, type ListRequest, parseListRequest } from './list-request.ts';
import { listSource } from './past-list.ts';
import { listAnswer, listPage, type TableList, wholeList } from './table-list.ts';

type Records<Listed extends z.ZodType> = readonly (AnswerBody<z.output<Listed>> & object)[];

interface TableResource<
  Resource extends string,
  Row extends QueryResultRow,
  Listed extends z.ZodType,
  Exported extends Row = Row,
> {
  readonly resource: Resource;
  readonly permission: Permission;
  readonly summary: string;
  /** The read model of the list. */
  readonly projection: AnyProjection<Row>;
  readonly list: Omit<TableList<Row>, 'table'>;
  /** The records of rows; the rows themselves by default. */
  records?(rows: readonly Row[], services: Services): Records<Listed> | Promise<Records<Listed>>;
  /** The schema of one record. */
  readonly answer: Listed;
  /** With columns the list is also available as CSV. */
  readonly columns?: readonly ExportColumn<Exported>[];
  /** Further read models that the CSV comes from. */
  readonly exportReads?: readonly string[];
  /** Adds columns of other tables to the query of the CSV. */
  exportFrom?(query: string): string;
  /** Turns rows of that query into rows of the CSV, as the caller may see them. */
  expand?(rows: readonly Exported[], caller: AdminCaller, services: Services): Promise<readonly Exported[]>;
  /** Converts filters that have no column into conditions on columns. */
  prepare?(request: ListRequest, services: Services): Promise<ListRequest>;
  /** For a list that only grows: its state at an instant is a filter on it, and needs no separate table. */
  until?(request: ListRequest, at: Date): ListRequest;
}

/** Parameters of a list without a past. `filter`, `range` and `sort` are JSON. */
export const PAGE_QUERY = z.object({
  filter: z.string().optional().describe('JSON object of filters, e.g. {"status":"active"}'),
  range: z.string().optional().describe('JSON [first, last], from 0; without it the whole list'),
  sort: z.string().optional().describe('JSON [field, "ASC" or "DESC"]'),
});

/** Parameters of a list. */
export const LIST_QUERY = PAGE_QUERY.extend({
  asOf: z
    .string()
    .optional()
    .describe('An instant or a date: the list at that time. 202 with the progress while it is being built'),
});

/** Requests by id need no export session, because a page makes several at once. */
const isFew = ({ filter: { id } }: ListRequest): boolean => Array.isArray(id);

/** Answers a list. A filter that Postgres cannot parse as its column's type (an id that is not a UUID) gives a 400. */
async function refusingFilters<Result>(answer: () => Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    if (isMalformedId(error)) throw badList('The value of a filter does not match its column.');
    throw error;
  }
}

/** `GET /admin/{resource}` (a page, or all without `range`) and `.csv`, now or as of an instant. */
export function tableRoutes<
  const Resource extends string,
  Row extends QueryResultRow,
  Listed extends z.ZodType,
  Exported extends Row = Row,
>(declaration: TableResource<Resource, Row, Listed, Exported>) {
  const { resource, permission, summary, projection, columns } = declaration;
  const reads = [projection.name];
  const list: TableList<Row> = { ...declaration.list, table: readModelTable(projection).name };
  // Without `records`, the schema of a record is that of a row.
  const recordsOf = (rows: readonly Row[], services: Services) =>
    declaration.records?.(rows, services) ?? (rows as unknown as Records<Listed>);
  /** Returns the parsed request and its source, or the answer while the source is being built. */
  const requestAndSource = async (
    services: Services,
    query: unknown,
  ): Promise<{ request: ListRequest; from: TableList<Row> } | { answer: Accepted }> => {
    const parsed = parseListRequest(query);
    const request = declaration.prepare ? await declaration.prepare(parsed, services) : parsed;
    if (declaration.until) {
      const at = asOfOf(query);
      return { request: at ? declaration.until(request, at) : request, from: list };
    }
    const source = await listSource(services, projection, query);
    return 'answer' in source ? source : { request, from: { ...list, table: source.table.name } };
  };
  const page = route.get(`/admin/${resource}`, {
    who: { admin: permission },
    summary,
    reads,
    query: LIST_QUERY,
    answer: z.array(declaration.answer),
    handle: async (call, services) => {
      const resolved = await requestAndSource(services, call.query);
      if ('answer' in resolved) return resolved.answer;
      const { request, from } = resolved;
      const db = databaseOf(services.db);
      return refusingFilters<Answer<Records<Listed>> | undefined>(async () => {
        if (request.limit !== null) {
          const found = await listPage(db, from, request, countsOf(db));
          return listAnswer(resource, request, { ...found, rows: await recordsOf(found.rows, services) });
        }
        const whole = wholeList(db, from, request);
        if (!isFew(request))
          return streamList<Row>(call, services.exports, resource, whole, (rows) => recordsOf(rows, services));
        const { rows } = await services.db.query<Row>(whole.text, [...whole.values]);
        return listAnswer(resource, request, { rows: await recordsOf(rows, services), total: rows.length });
      });
    },
  });
  if (!columns) return [page];
  const csv = route.get(`/admin/${resource}.csv`, {
    who: { admin: permission },
    summary: `${summary}: the whole list as CSV`,
    reads: [...reads, ...(declaration.exportReads ?? [])],
    query: LIST_QUERY,
    handle: async (call, services) => {
      const resolved = await requestAndSource(services, call.query);
      if ('answer' in resolved) return resolved.answer;
      const { expand, exportFrom } = declaration;
      const { text, values } = wholeList(databaseOf(services.db), resolved.from, resolved.request);
      const file = {
        name: resource,
        query: { text: exportFrom ? exportFrom(text) : text, values },
        columns,
        ...(expand && { expand: (rows: Exported[]) => expand(rows, adminOf(call.caller), services) }),
      };
      return refusingFilters(() => sendCsv<Exported>(call, services.exports, file));
    },
  });
  return [csv, page];
}
