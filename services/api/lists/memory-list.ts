import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import type { ReadModelTable } from '@fynbos/projections/engine/read-model.ts';
import type { Accepted, Answer } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { badList, type ListRequest, parseListRequest } from './list-request.ts';
import { listSource } from './past-list.ts';
import { type ListPage, listAnswer } from './table-list.ts';

/** A list that is short enough for memory (promotions, admins, integrators), over records as answered. */
export interface MemoryList<Item extends { readonly id: string | number }> {
  /** Match type by filter name. Text filters are case-insensitive `contains`; all others are `equals`. */
  readonly filters: Readonly<Record<string, 'contains' | 'equals'>>;
  readonly search: readonly (keyof Item & string)[];
  readonly sorts: readonly (keyof Item & string)[];
}

type Scalar = string | number | boolean;

const holds = (value: unknown, text: Scalar): boolean =>
  String(value ?? '')
    .toLowerCase()
    .includes(String(text).toLowerCase());

/** Returns the value of a filter. Throws 400 for an object or a list. */
function scalar(name: string, condition: unknown): Scalar {
  if (typeof condition === 'string' || typeof condition === 'number' || typeof condition === 'boolean')
    return condition;
  throw badList(`The filter ${name} must be a text, a number, true or false.`);
}

function matches<Item extends { readonly id: string | number }>(
  list: MemoryList<Item>,
  item: Item,
  name: string,
  condition: unknown,
): boolean {
  if (condition === null || condition === '') return true;
  if (name === 'id')
    return (Array.isArray(condition) ? condition : [condition]).some(
      (id) => String(scalar(name, id)) === String(item.id),
    );
  const text = scalar(name, condition);
  if (name === 'q') return list.search.some((field) => holds(item[field], text));
  const kind = Object.hasOwn(list.filters, name) ? list.filters[name] : undefined;
  if (!kind) throw badList(`Unknown filter: ${name}.`);
  const value = item[name as keyof Item];
  // Query parameters are texts, so that true and numbers may be sent as text.
  return kind === 'contains' ? holds(value, text) : String(value ?? '') === String(text);
}

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b, 'en') : a < b ? -1 : 1;
};

/** In the given order if the request has no sort. Throws 400 for unknown filters and sorts. */
export function memoryPage<Item extends { readonly id: string | number }>(
  list: MemoryList<Item>,
  items: readonly Item[],
  { filter, offset, limit, sort }: ListRequest,
): ListPage<Item> {
  for (const name of Object.keys(filter)) {
    if (name !== 'id' && name !== 'q' && !Object.hasOwn(list.filters, name)) throw badList(`Unknown filter: ${name}.`);
  }
  // Validates the filter even if the list is empty.
  for (const [name, condition] of Object.entries(filter))
    if (condition !== null) for (const each of Array.isArray(condition) ? condition : [condition]) scalar(name, each);
  const found = items.filter((item) =>
    Object.entries(filter).every(([name, condition]) => matches(list, item, name, condition)),
  );
  if (sort) {
    const field = sort.field as keyof Item & string;
    if (field !== 'id' && !list.sorts.includes(field)) throw badList(`The list cannot be sorted by ${sort.field}.`);
    found.sort((a, b) => (sort.descending ? -1 : 1) * compare(a[field], b[field]));
  }
  return { rows: limit === null ? found : found.slice(offset, offset + limit), total: found.length, atLeast: false };
}

/** `load`: the records of this table; `at`: null for now. Throws as `listSource` and `memoryPage`. */
export async function answerMemoryList<Item extends { readonly id: string | number }>(
  services: Services,
  query: unknown,
  projection: AnyProjection,
  list: MemoryList<Item>,
  load: (table: ReadModelTable, at: Date | null) => Promise<readonly Item[]>,
): Promise<Answer<readonly Item[]> | Accepted> {
  const request = parseListRequest(query);
  const source = await listSource(services, projection, query);
  if ('answer' in source) return source.answer;
  const page = memoryPage(list, await load(source.table, source.at), request);
  return listAnswer(projection.name, request, page);
}
