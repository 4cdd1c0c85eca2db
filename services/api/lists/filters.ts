import { endOfDay, isDay, startOfDay } from '@fynbos/domain/calendar.ts';
import { type RawBuilder, sql } from 'kysely';
import { badList } from './list-request.ts';

/** Maps a filter of a list to a condition on its table. */
export interface Filter {
  readonly column: string;
  /**
   * `contains`: case-insensitive, requires a trigram index. `from`, `to`: inclusive. `holds`: a list of texts (jsonb)
   * contains the value. `in-month`: an instant in that Johannesburg month. `day`: an instant on that Johannesburg day,
   * or the instant itself. `names`: the column or one of `others` is equal.
   */
  readonly match: 'day' | 'equals' | 'names' | 'contains' | 'from' | 'to' | 'filled' | 'holds' | 'month' | 'in-month';
  readonly type?: 'text' | 'number' | 'boolean';
  /** For `names`: further columns, each with its own index. */
  readonly others?: readonly string[];
  /** The facet that totals use for this filter, if that is another column. */
  readonly facet?: string;
  /** For `equals` of a text, in a column without an index of its own: compares without case. */
  readonly anyCase?: true;
  /** For `contains`: column and stored value are already in lower case, so the comparison can be case-sensitive. */
  readonly folded?: true;
  /** For `contains`: a column with a trigram index that contains this column's text in lower case. */
  readonly within?: string;
  /** Maps the requested value to the stored one, e.g. a keyed hash. */
  readonly stored?: (value: string) => string;
}

export type Filters = Readonly<Record<string, Filter>>;

/** Filters for columns that `searchText` also contains, in lower case. Each matches a part of its column. */
export const partsOf = (...columns: readonly string[]): Filters =>
  Object.fromEntries(columns.map((column) => [column, { column, match: 'contains', within: 'searchText' }]));

/** Filters for columns that equal the requested value. */
export const equalTo = (type: 'text' | 'number' | 'boolean', ...columns: readonly string[]): Filters =>
  Object.fromEntries(columns.map((column) => [column, { column, match: 'equals', type }]));

/** Filters for texts that equal the requested value without regard to case. No index serves them. */
export const sameAs = (...columns: readonly string[]): Filters =>
  Object.fromEntries(columns.map((column) => [column, { column, match: 'equals', anyCase: true }]));

/** Filters for instants by their day in Johannesburg. */
export const onDay = (...columns: readonly string[]): Filters =>
  Object.fromEntries(columns.map((column) => [column, { column, match: 'day' }]));

const MAX_FILTER_LENGTH = 200;

/** Parses true or false, also as text, because query parameters are texts, and as the Y or N of a consent. */
function truthOf(name: string, value: unknown): boolean {
  if (value === true || value === 'true' || value === 'Y') return true;
  if (value === false || value === 'false' || value === 'N') return false;
  throw badList(`The filter ${name} must be true or false.`);
}

/** Returns the instant at which a month (`2026-03`), or the month `later` months after it, begins in Johannesburg. */
function startOfMonth(name: string, month: unknown, later = 0): string {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(String(month));
  if (!match) throw badList(`The filter ${name} must be a month as YYYY-MM.`);
  const first = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1 + later, 1));
  return startOfDay(first.toISOString().slice(0, 10)).toISOString();
}

/** A filter's text. Throws 400 for another value. */
export function textOf(name: string, value: unknown): string {
  if ((typeof value === 'string' || typeof value === 'number') && String(value).length <= MAX_FILTER_LENGTH)
    return String(value);
  throw badList(`The filter ${name} must be text of at most ${MAX_FILTER_LENGTH} characters.`);
}

function scalar(name: string, { type = 'text', stored }: Filter, value: unknown): string | number | boolean {
  if (type === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (!Number.isSafeInteger(number)) throw badList(`The filter ${name} must be a whole number.`);
    return number as number;
  }
  if (type === 'boolean') {
    return truthOf(name, value);
  }
  const text = textOf(name, value);
  return stored ? stored(text) : text;
}

/** Numbers are bigint: one too wide for the column then matches nothing instead of failing. */
const parameter = (filter: Filter, value: string | number | boolean): RawBuilder<unknown> =>
  filter.type === 'number' ? sql`${value}::bigint` : filter.anyCase ? sql`lower(${value})` : sql`${value}`;

/** Returns the `%text%` pattern of LIKE, for one or several consecutive texts. Wildcards in the texts are escaped. */
const containing = (...texts: readonly string[]): string =>
  `%${texts.map((text) => text.replace(/[\\%_]/g, '\\$&')).join('%')}%`;

/** Returns the parts of a search text for the index lookup on a column; empty to look up the whole text. */
export type RareParts = (column: string, text: string) => readonly string[];

function contains({ within, ...filter }: Filter, text: string, rareParts?: RareParts): RawBuilder<unknown> {
  if (within !== undefined)
    return sql`${sql.ref(within)} like ${containing(text.toLowerCase())} and ${contains(filter, text, rareParts)}`;
  const { column: name, folded } = filter;
  const column = sql.ref(name);
  const like = folded ? sql`like` : sql`ilike`;
  const parts = rareParts?.(name, text) ?? [];
  if (parts.length === 0) return sql`${column} ${like} ${containing(text)}`;
  // No index matches this expression, so the whole text is only compared in rows that contain the parts.
  return sql`${column} ${like} ${containing(...parts)} and (${column} || '') ${like} ${containing(text)}`;
}

function condition(name: string, filter: Filter, value: unknown, rareParts?: RareParts): RawBuilder<unknown> {
  const column = filter.anyCase ? sql`lower(${sql.ref(filter.column)})` : sql.ref(filter.column);
  if (filter.match === 'filled') {
    return truthOf(name, value) ? sql`${column} is not null` : sql`${column} is null`;
  }
  if (Array.isArray(value)) {
    if (filter.match !== 'equals' || value.length > 1_000)
      throw badList(`The filter ${name} does not accept this list.`);
    return value.length === 0
      ? sql`false`
      : sql`${column} in (${sql.join(value.map((each) => parameter(filter, scalar(name, filter, each))))})`;
  }
  const operand = scalar(name, filter, value);
  switch (filter.match) {
    case 'equals':
      return sql`${column} = ${parameter(filter, operand)}`;
    case 'names': {
      const columns = [filter.column, ...(filter.others ?? [])];
      return sql`(${sql.join(
        columns.map((each) => sql`${sql.ref(each)} = ${operand}`),
        sql` or `,
      )})`;
    }
    case 'contains':
      return contains(filter, String(operand), rareParts);
    case 'from':
      return sql`${column} >= ${operand}`;
    case 'month':
      return sql`${column} between ${`${operand}-01`} and ${`${operand}-31`}`;
    case 'day': {
      const day = String(operand);
      return isDay(day)
        ? sql`${column} between ${startOfDay(day).toISOString()} and ${endOfDay(day).toISOString()}`
        : sql`${column} = ${day}`;
    }
    case 'in-month':
      return sql`${column} >= ${startOfMonth(name, operand)} and ${column} < ${startOfMonth(name, operand, 1)}`;
    case 'holds':
      // The first half matches the condition of the partial index.
      return sql`${column} <> '[]'::jsonb and ${column} @> ${JSON.stringify([operand])}::jsonb`;
    case 'to':
      return sql`${column} <= ${operand}`;
  }
}

/** Returns the text that an instant filter compares with: the edge of a Johannesburg day, or the instant itself. */
export const instantOf = (value: string, edge: (day: string) => Date): string =>
  isDay(value) ? edge(value).toISOString() : value;

/** Returns the column and stored text of each text search. Throws 400 for a value that is not a text. */
export function searchesOf(filters: Filters, values: Readonly<Record<string, unknown>>): readonly [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (filter?.match !== 'contains' || value === null || value === '') return [];
    return [[filter.column, String(scalar(name, filter, value))]];
  });
}

/** Combines all requested filters into one condition. Throws 400 for a filter that the list does not offer. */
export function conditionsOf(
  filters: Filters,
  values: Readonly<Record<string, unknown>>,
  rareParts?: RareParts,
): RawBuilder<unknown> {
  const conditions = Object.entries(values).flatMap(([name, value]) => {
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (!filter) throw badList(`Unknown filter: ${name}.`);
    return value === null || value === '' ? [] : [condition(name, filter, value, rareParts)];
  });
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
