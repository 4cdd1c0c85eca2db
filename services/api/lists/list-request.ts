import { endOfDay, isDay } from '@fynbos/domain/calendar.ts';
import { z } from 'zod';
import { day, INSTANT_FORM, instant } from '../http/fields.ts';
import { HttpRefusal } from '../http/problem.ts';
import { unstorable } from '../http/validate.ts';

/** A list request of ra-data-simple-rest. `limit` null: no `range`, the whole list. */
export interface ListRequest {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly offset: number;
  readonly limit: number | null;
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
}

/** Maximum number of rows of one page, and of ids in `filter={"id":[…]}`. */
const MAX_ROWS = 1_000;

/** 400 for an invalid URL, in contrast to an invalid body. */
export const badList = (message: string): HttpRefusal => new HttpRefusal(400, 'list', message);

function parsed(query: Record<string, unknown>, name: string): unknown {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(String(text));
  } catch {
    throw badList(`${name} is not JSON.`);
  }
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Parses `filter`, `range` and `sort`. Throws 400 for an invalid format. The list itself checks the field names. */
export function parseListRequest(query: unknown): ListRequest {
  const parameters = query as Record<string, unknown>;
  const filter = parsed(parameters, 'filter') ?? {};
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw badList('filter must be an object.');
  if (unstorable(filter).length > 0) throw badList('filter has characters that cannot be stored.');
  const range = parsed(parameters, 'range');
  const sort = parsed(parameters, 'sort');
  let offset = 0;
  let limit: number | null = null;
  if (range !== undefined) {
    const [start, end] = Array.isArray(range) ? range : [];
    if (!isIndex(start) || !isIndex(end) || end < start) throw badList('range must be [first, last], from 0.');
    if (end - start >= MAX_ROWS) throw badList(`range may span at most ${MAX_ROWS} rows.`);
    offset = start;
    limit = end - start + 1;
  }
  if (sort === undefined) return { filter: filter as Record<string, unknown>, offset, limit, sort: null };
  const [field, direction] = Array.isArray(sort) ? sort : [];
  if (typeof field !== 'string' || (direction !== 'ASC' && direction !== 'DESC')) {
    throw badList('sort must be [field, "ASC" or "DESC"].');
  }
  return {
    filter: filter as Record<string, unknown>,
    offset,
    limit,
    sort: { field, descending: direction === 'DESC' },
  };
}

/** A list without filters and of one order. Throws 400 for any. */
export function parseUnfilteredRequest(query: unknown): ListRequest {
  const request = parseListRequest(query);
  for (const name of Object.keys(request.filter)) throw badList(`Unknown filter: ${name}.`);
  if (request.sort) throw badList('This list cannot be sorted.');
  return request;
}

/** `agents 0-9/57`; an empty page is `agents 0-0/57`. A total that lags behind the rows is raised to them. */
export const contentRange = (name: string, offset: number, rows: number, total: number): string =>
  rows === 0 ? `${name} 0-0/${total}` : `${name} ${offset}-${offset + rows - 1}/${Math.max(total, offset + rows)}`;

/** An instant, or a date that means the end of that day in Johannesburg. Output in ISO 8601 UTC. */
export const asOfMoment = z
  .union([
    day().transform((text) => endOfDay(text).toISOString()),
    instant()
      .refine((text) => isDay(text.slice(0, 10)), 'Must not be before 1900.')
      .transform((text) => new Date(text).toISOString()),
  ])
  .optional();

/** A date means the end of that day in Johannesburg. Null for now. Throws 400. */
export function asOfOf(query: unknown): Date | null {
  const asOf = (query as { asOf?: unknown }).asOf;
  if (asOf === undefined || asOf === '') return null;
  const { data } = asOfMoment.safeParse(asOf);
  if (data === undefined) throw badList(`asOf must be an instant with its zone, as ${INSTANT_FORM}, or a date.`);
  return new Date(data);
}
