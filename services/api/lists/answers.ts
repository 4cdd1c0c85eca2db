import type { Answer } from '../http/route.ts';
import { contentRange, type ListRequest } from './list-request.ts';
import type { ListPage } from './table-list.ts';

/** A page of records with its `Content-Range`. `X-Total-Is: at-least` if more rows match than were counted. */
export function listAnswer<Row, Item>(
  name: string,
  { offset }: ListRequest,
  page: ListPage<Row>,
  record: (row: Row) => Item,
): Answer {
  return {
    body: page.rows.map(record),
    headers: {
      'Content-Range': contentRange(name, offset, page.rows.length, page.total),
      ...(page.atLeast ? { 'X-Total-Is': 'at-least' } : {}),
    },
  };
}
