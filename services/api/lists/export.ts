import { type Cents, plainRand } from '@fynbos/domain/money.ts';
import type { Pool, QueryResultRow } from 'pg';
import type { Exports } from '../http/exports.ts';
import type { Call } from '../http/route.ts';
import { sendPieces } from '../http/send.ts';
import { csvLines, harmless } from './csv.ts';
import { pagesOf, withHeader } from './rows.ts';

/** A cell: text (escaped against formulas), a number, or an amount that is written as Rand with two decimals. */
type Cell = string | number | boolean | null | { readonly cents: Cents };

/** A column of an export: its heading and its cell. */
export interface ExportColumn<Row> {
  readonly heading: string;
  cell(row: Row): Cell;
}

/** Columns with the name of a field as their heading. */
export const fieldColumns = <Field extends string>(...fields: Field[]): ExportColumn<Readonly<Record<Field, Cell>>>[] =>
  fields.map((field) => ({ heading: field, cell: (row) => row[field] }));

function textOf(cell: Cell): string {
  if (typeof cell === 'string' || cell === null) return harmless(cell);
  return typeof cell === 'object' ? plainRand(cell.cents) : String(cell);
}

async function* csvOf<Row extends QueryResultRow>(
  db: Pool,
  text: string,
  values: readonly unknown[],
  columns: readonly ExportColumn<Row>[],
  expand: (rows: Row[]) => readonly Row[] | Promise<readonly Row[]>,
): AsyncGenerator<string> {
  const header = csvLines([columns.map(({ heading }) => heading)]);
  yield* withHeader(header, pagesOf<Row>(db, text, values), async (rows) =>
    csvLines((await expand(rows)).map((row) => columns.map((column) => textOf(column.cell(row))))),
  );
}

/**
 * Streams a query as CSV from one snapshot, in bounded memory, at the reader's pace. `name`: file name without `.csv`.
 * `expand` turns the rows of a page into those of the file.
 */
export async function sendCsv<Row extends QueryResultRow>(
  { caller, response }: Pick<Call, 'caller' | 'response'>,
  exports: Exports,
  name: string,
  query: { text: string; values: readonly unknown[] },
  columns: readonly ExportColumn<Row>[],
  expand: (rows: Row[]) => readonly Row[] | Promise<readonly Row[]> = (rows) => rows,
): Promise<undefined> {
  await exports.stream(caller, (db) => {
    response
      .set('Content-Type', 'text/csv; charset=utf-8')
      .set('Content-Disposition', `attachment; filename="${name}.csv"`)
      .set('Cache-Control', 'no-store');
    return sendPieces(response, csvOf(db, query.text, query.values, columns, expand));
  });
  return undefined;
}
