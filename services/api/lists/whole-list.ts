import type { Pool, QueryResultRow } from 'pg';
import type { Exports } from '../http/exports.ts';
import type { Call } from '../http/route.ts';
import { sendPieces } from '../http/send.ts';
import { pagesOf } from './rows.ts';

async function* jsonOf<Row extends QueryResultRow>(
  db: Pool,
  query: { text: string; values: readonly unknown[] },
  record: (row: Row) => unknown,
): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of pagesOf<Row>(db, query.text, query.values)) {
    yield before + rows.map((row) => JSON.stringify(record(row))).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Streams a whole list without `range` as one JSON array in bounded memory. */
export async function streamList<Row extends QueryResultRow>(
  { caller, response }: Pick<Call, 'caller' | 'response'>,
  exports: Exports,
  query: { text: string; values: readonly unknown[] },
  record: (row: Row) => unknown,
): Promise<undefined> {
  await exports.stream(caller, (db) => {
    response.set('Cache-Control', 'no-store').type('application/json');
    return sendPieces(response, jsonOf(db, query, record));
  });
  return undefined;
}
