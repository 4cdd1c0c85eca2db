import { type RawBuilder, sql } from 'kysely';
import type { ListDatabase } from './database.ts';
import { conditionsOf, type RareParts, searchesOf } from './filters.ts';
import type { ListRequest } from './list-request.ts';
import { type ListPage, orderOf, type TableList } from './table-shape.ts';
import type { TextSamples } from './text-samples.ts';

/** If more rows than this fraction contain a text, a page is found by scanning in sort order. */
const DENSE_PART = 0.02;

/**
 * Beyond this, the total of a search or a list with a cached count is the cached one or "at least": counting the
 * matches of a common word takes longer than finding the page.
 */
export const COUNTED_ROWS = 1_000;

/** The condition of a list and the kind of text search in it. */
export interface ListCondition {
  readonly filter: ListRequest['filter'];
  readonly where: RawBuilder<unknown>;
  readonly search: 'none' | 'few' | 'many';
}

/** The trigram index finds rare texts (`few`). Common ones (`many`) match among the next rows of any sort. */
export async function searchOf<Row extends object>(
  list: TableList<Row>,
  filter: ListRequest['filter'],
  samples: TextSamples,
): Promise<ListCondition> {
  const searches = searchesOf(list.filters, filter);
  if (searches.length === 0) return { filter, where: conditionsOf(list.filters, filter), search: 'none' };
  const parts = new Map<string, readonly string[]>();
  let isDense = true;
  for (const [column, text] of searches) {
    const sample = await samples.of(list.table, column);
    if (sample.part(text) <= DENSE_PART) isDense = false;
    parts.set(column, sample.rareParts(text));
  }
  const rareParts: RareParts = (column) => parts.get(column) ?? [];
  return { filter, where: conditionsOf(list.filters, filter, rareParts), search: isDense ? 'many' : 'few' };
}

/** Finds, counts and sorts all matches at once. Null if there are more than `COUNTED_ROWS`. */
export async function foundPage<Row extends object>(
  db: ListDatabase,
  list: TableList<Row>,
  { sort, limit, offset }: ListRequest,
  { where }: ListCondition,
): Promise<ListPage<Row> | null> {
  const key = sql.ref(list.key);
  const columns = list.columns ? sql.join(list.columns.map((column) => sql.ref(`r.${column}`))) : sql`r.*`;
  const columnsOfSorts = Object.values(list.sorts).flat();
  const sorted = new Set([list.key, ...columnsOfSorts.filter((column) => typeof column === 'string')]);
  const { rows } = await sql<Row & { foundRows?: number; foundKey?: unknown }>`
    with found as materialized (
      select ${sql.join([...sorted].map((name) => sql.ref(name)))} from ${sql.table(list.table)} where ${where} limit ${COUNTED_ROWS + 1}
    ), page as (select ${key} from found order by ${orderOf(list, sort)} limit ${limit} offset ${offset})
    select ${columns}, c.n as "foundRows", page.${key} as "foundKey" from (select count(*)::int as n from found) c
      left join (page join ${sql.table(list.table)} r using (${key})) on true
    order by ${orderOf(list, sort, 'r.')}`.execute(db);
  const total = rows[0]?.foundRows ?? 0;
  if (total > COUNTED_ROWS) return null;
  const onPage = rows.filter(({ foundKey }) => foundKey !== null);
  for (const row of onPage) {
    delete row.foundRows;
    delete row.foundKey;
  }
  return { rows: onPage, total, atLeast: false };
}
