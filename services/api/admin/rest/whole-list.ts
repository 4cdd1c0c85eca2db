import { once } from 'node:events';
import type { Pool, QueryResultRow } from 'pg';
import type { Call } from '../../http/route.ts';
import { pagesOf } from '../../reports/rows.ts';

/** Streams a list without `range` whole, as one JSON array in bounded memory (edges.md, Lists, pages, data). */
export async function sendWhole<Row extends QueryResultRow>(
  { response }: Call,
  pool: Pool,
  query: { text: string; values: readonly unknown[] },
  record: (row: Row) => unknown,
): Promise<undefined> {
  response.set('Cache-Control', 'no-store').type('application/json');
  let before = '[';
  for await (const rows of pagesOf<Row>(pool, query.text, query.values)) {
    const text = rows.map((row) => JSON.stringify(record(row))).join(',');
    if (!response.write(before + text)) await once(response, 'drain');
    before = ',';
  }
  response.end(before === '[' ? '[]' : ']');
  return undefined;
}
