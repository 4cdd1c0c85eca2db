import type { Answer } from '../http/route.ts';
import { badList, parseListRequest } from './list-request.ts';
import { memoryPage } from './memory-list.ts';
import { listAnswer } from './table-list.ts';

/** The most rows that are read to find ids, or to sort by id. */
const MAX_ROWS = 10_000;

type Page = { readonly offset: number; readonly limit: number };
type Load<Row> = (page: Page) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>;

interface NewestList {
  readonly name: string;
  /** The field that orders the list, newest first. */
  readonly field: string;
  /** Rows of a request without `range`. */
  readonly perPage: number;
}

/** A short list that is read page by page, newest first. Its only filter is `id`, and it can be sorted by `id`. */
export async function answerNewestList<Row extends { readonly id: string }>(
  query: unknown,
  { name, field, perPage }: NewestList,
  load: Load<Row>,
): Promise<Answer<readonly Row[]>> {
  const request = parseListRequest(query);
  const { filter, sort, offset } = request;
  for (const other of Object.keys(filter)) if (other !== 'id') throw badList(`Unknown filter: ${other}.`);
  const isById = sort?.field === 'id';
  if (sort && !isById && !(sort.field === field && sort.descending))
    throw badList(`The list can only be sorted by ${field}, newest first, or by id.`);
  const limit = request.limit ?? perPage;
  if (!isById && filter.id === undefined) return listAnswer(name, request, await load({ offset, limit }));
  const { rows } = await load({ offset: 0, limit: MAX_ROWS });
  const inMemory = { filter, offset, limit, sort: isById ? sort : null };
  return listAnswer(name, request, memoryPage({ filters: {}, search: [], sorts: [] }, rows, inMemory));
}
