import { type RawBuilder, sql } from 'kysely';
import type { ApproximateCounts } from './approximate-counts.ts';
import type { ListDatabase } from './database.ts';
import { conditionsOf } from './filters.ts';
import { badList, type ListRequest } from './list-request.ts';
import { foundPage, searchOf } from './table-search.ts';
import { type ListPage, orderOf, type TableList } from './table-shape.ts';

export type { ListPage, TableList } from './table-shape.ts';

/** Rows up to here are reached by page number, and counted one by one. */
export const DEEPEST_ROW = 10_000;

/**
 * Rows counted one by one where a count is kept too, or where words are searched for: beyond it the kept count stands, or
 * the total is "at least", since to count what a common word matches takes longer than to find the page.
 */
const COUNTED_ROWS = 1_000;
/** Up to here a page's rows are read on the way; further in only their keys are, in the index. */
const NEAR_ROW = 500;

/**
 * One page and the total. Only the keys of a deep page are walked over, in the index; the rows are fetched for the page
 * alone. A page beyond the 10,000th row of a sort is refused with 400 and what to do instead.
 */
export async function listPage<Row extends object>(
  db: ListDatabase,
  list: TableList<Row>,
  request: ListRequest,
  tallies: ApproximateCounts,
): Promise<ListPage<Row>> {
  const { offset, limit, filter, sort } = request;
  if (limit === null || offset + limit > DEEPEST_ROW) {
    throw badList(
      `Only the first ${DEEPEST_ROW} rows of a sort have page numbers. Narrow the filters, or export the list.`,
    );
  }
  const { where, search } = await searchOf(list, filter, tallies.samples);
  if (search === 'few') {
    const found = await foundPage(db, list, request, where, COUNTED_ROWS);
    if (found) return found;
  }
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
  // A page that is not full is the last one: the total follows from it.
  if (rows.length < limit && (rows.length > 0 || offset === 0)) {
    return { rows, total: offset + rows.length, atLeast: false };
  }
  return { rows, ...(await countOf(db, list, filter, where, search !== 'none', tallies)) };
}

async function countOf<Row extends object>(
  db: ListDatabase,
  list: TableList<Row>,
  filter: ListRequest['filter'],
  where: RawBuilder<unknown>,
  isSearch: boolean,
  tallies: ApproximateCounts,
): Promise<{ total: number; atLeast: boolean }> {
  const kept = list.facets ? await tallies.total(list.table, list.facets, list.filters, filter) : null;
  if (kept !== null && kept > COUNTED_ROWS) return { total: kept, atLeast: false };
  const most = isSearch ? COUNTED_ROWS : DEEPEST_ROW;
  const count = async (): Promise<number> => {
    const counted = await sql<{ n: number }>`select count(*)::int as n from
      (select from ${sql.table(list.table)} where ${where} limit ${most + 1}) c`.execute(db);
    return counted.rows[0]?.n ?? 0;
  };
  const n = isSearch ? await tallies.many(`${list.table} ${JSON.stringify(filter)}`, most, count) : await count();
  return { total: Math.min(n, most), atLeast: n > most };
}

/** The text and parameters of the whole list, for export and for lists without `range`. */
export function wholeList<Row extends object>(
  db: ListDatabase,
  list: TableList<Row>,
  request: ListRequest,
): { text: string; values: readonly unknown[] } {
  const query = sql`select * from ${sql.table(list.table)} where ${conditionsOf(list.filters, request.filter)} order by ${orderOf(list, request.sort)}`;
  const { sql: text, parameters } = query.compile(db);
  return { text, values: parameters };
}
