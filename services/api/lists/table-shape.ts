import { type RawBuilder, sql } from 'kysely';
import type { Filters } from './filters.ts';
import { badList, type ListRequest } from './list-request.ts';

/** A list over one read-model table. */
export interface TableList<Row extends object> {
  /** `rm_rentals.rentals`. */
  readonly table: string;
  /** The column that identifies a row and breaks ties in every sort. */
  readonly key: string;
  readonly filters: Filters;
  /** Column by sort field. Each requires an index on (column, key). */
  readonly sorts: Readonly<Record<string, string>>;
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
  const column = field === 'id' ? list.key : Object.hasOwn(list.sorts, field) ? list.sorts[field] : undefined;
  if (column === undefined) throw badList(`There is no sort by ${field}.`);
  const way = descending ? sql`desc` : sql`asc`;
  const by = sql`${sql.ref(`${prefix}${column}`)} ${way}`;
  return column === list.key ? by : sql`${by}, ${sql.ref(`${prefix}${list.key}`)} ${way}`;
}

/** `rm_agents.agents` → `"rm_agents"."agents"`, as `to_regclass` accepts it. */
export const quotedName = (table: string): string => `"${table.replaceAll('.', '"."')}"`;
