import { sql } from 'kysely';
import type { Answer } from '../http/route.ts';
import type { ApproximateCounts } from './approximate-counts.ts';
import type { ListDatabase } from './database.ts';
import { conditionsOf } from './filters.ts';
import { badList, contentRange, type ListRequest } from './list-request.ts';
import { COUNTED_ROWS, foundPage, type ListCondition, searchOf } from './table-search.ts';
import { type ListPage, orderOf, type TableList } from './table-shape.ts';

export type { ListPage, TableList } from './table-shape.ts';

/** Rows up to this one can be reached by page number, and are counted one by one. */
export const DEEPEST_ROW = 10_000;

/** Up to this offset a query reads whole rows. Deeper pages read only keys from the index. */
const NEAR_ROW = 500;

/** A deep page skips only keys, in the index. Beyond the 10,000th row of a sort it throws 400 with an alternative. */
export async function listPage<Row extends object>(
  db: ListDatabase,
  list: TableList<Row>,
  request: ListRequest,
  counts: ApproximateCounts,
): Promise<ListPage<Row>> {
  const { offset, limit, filter, sort } = request;
  if (limit === null || offset + limit > DEEPEST_ROW) {
    throw badList(
      `Only the first ${DEEPEST_ROW} rows of a sort have page numbers. Narrow the filters, or export the list.`,
    );
  }
  const condition = await searchOf(list, filter, counts.samples);
  if (condition.search === 'few') {
    const found = await foundPage(db, list, request, condition);
    if (found) return found;
  }
  const { where } = condition;
  const order = orderOf(list, sort);
  const table = sql.table(list.table);
  const key = sql.ref(list.key);
  const columns = list.columns ? sql.join(list.columns.map((column) => sql.ref(`r.${column}`))) : sql`r.*`;
  const page =
    offset <= NEAR_ROW
      ? sql<Row>`select ${columns} from ${table} r where ${where} order by ${order} limit ${limit} offset ${offset}`
      : sql<Row>`select ${columns} from ${table} r join
    (select ${key} from ${table} where ${where} order by ${order} limit ${limit} offset ${offset}) k using (${key})
    order by ${orderOf(list, sort, 'r.')}`;
  const { rows } = await page.execute(db);
  // A partial page is the last one, so the total follows from it.
  if (rows.length < limit && (rows.length > 0 || offset === 0)) {
    return { rows, total: offset + rows.length, atLeast: false };
  }
  return { rows, ...(await countOf(db, list, condition, counts)) };
}

async function countOf<Row extends object>(
  db: ListDatabase,
  list: TableList<Row>,
  { filter, where, search }: ListCondition,
  counts: ApproximateCounts,
): Promise<{ total: number; atLeast: boolean }> {
  const approximateTotal = list.facets ? await counts.total(list.table, list.facets, list.filters, filter) : null;
  if (approximateTotal !== null && approximateTotal > COUNTED_ROWS) return { total: approximateTotal, atLeast: false };
  const isSearch = search !== 'none';
  const most = isSearch ? COUNTED_ROWS : DEEPEST_ROW;
  const count = async (): Promise<number> => {
    const counted = await sql<{ n: number }>`select count(*)::int as n from
      (select from ${sql.table(list.table)} where ${where} limit ${most + 1}) c`.execute(db);
    return counted.rows[0]?.n ?? 0;
  };
  const n = isSearch ? await counts.many(`${list.table} ${JSON.stringify(filter)}`, most, count) : await count();
  return { total: Math.min(n, most), atLeast: n > most };
}

/** Returns the SQL of a whole list, the SQL that counts its rows, and their parameters. */
export function wholeList<Row extends object>(
  db: ListDatabase,
  list: TableList<Row>,
  request: ListRequest,
): { text: string; count: string; values: readonly unknown[] } {
  const from = sql`from ${sql.table(list.table)} where ${conditionsOf(list.filters, request.filter)}`;
  const { sql: text, parameters } = sql`select * ${from} order by ${orderOf(list, request.sort)}`.compile(db);
  const { sql: count } = sql`select count(*)::int as n ${from}`.compile(db);
  return { text, count, values: parameters };
}

/** A page of records with its `Content-Range`. `X-Total-Is: at-least` if more rows match than were counted. */
export const listAnswer = <Row>(
  name: string,
  { offset }: Pick<ListRequest, 'offset'>,
  { rows, total, atLeast = false }: Omit<ListPage<Row>, 'atLeast'> & { readonly atLeast?: boolean },
): Answer<readonly Row[]> => ({
  body: rows,
  headers: {
    'Content-Range': contentRange(name, offset, rows.length, total),
    ...(atLeast ? { 'X-Total-Is': 'at-least' } : {}),
  },
});
