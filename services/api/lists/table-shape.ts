import { type RawBuilder, sql } from 'kysely';
import type { Filters } from './filters.ts';
import { badList, type ListRequest } from './list-request.ts';

export interface TableList<Row extends object> {
  /** `rm_rentals.rentals`. */
  readonly table: string;
  /** The column that identifies a row and breaks ties in every sort, so that pages neither repeat nor omit a row. */
  readonly key: string;
  readonly filters: Filters;
  /**
   * Most significant first. Each requires an index on (columns, key). SQL: for short lists, over columns of the sorts.
   */
  readonly sorts: Readonly<Record<string, string | readonly (string | RawBuilder<unknown>)[]>>;
  readonly defaultSort: { readonly field: string; readonly descending: boolean };
  /** Columns with totals cached in memory; see `ApproximateCounts`. */
  readonly facets?: readonly string[];
  /** The columns that a list needs; all by default. */
  readonly columns?: readonly (keyof Row & string)[];
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** The total is a lower bound: more rows match than are counted one by one. */
  readonly atLeast: boolean;
}

/** Returns order and direction as SQL. Throws 400 for a sort that is not offered. */
export function orderOf<Row extends object>(
  list: TableList<Row>,
  sort: ListRequest['sort'],
  prefix = '',
): RawBuilder<unknown> {
  const { field, descending } = sort ?? list.defaultSort;
  const columns = field === 'id' ? list.key : Object.hasOwn(list.sorts, field) ? list.sorts[field] : undefined;
  if (columns === undefined) throw badList(`The list cannot be sorted by ${field}.`);
  const way = descending ? sql`desc` : sql`asc`;
  return sql.join(
    [...new Set([columns, list.key].flat())].map(
      (column) => sql`${typeof column === 'string' ? sql.ref(`${prefix}${column}`) : column} ${way}`,
    ),
  );
}

/** `rm_agents.agents` → `"rm_agents"."agents"`, as `to_regclass` accepts it. */
export const quotedName = (table: string): string => `"${table.replaceAll('.', '"."')}"`;
