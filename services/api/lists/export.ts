import { escapeFormulas } from '@fynbos/domain/escape-formulas.ts';
import { type Cents, plainRand } from '@fynbos/domain/money.ts';
import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import type { Pool, QueryResultRow } from 'pg';
import type { Exports } from '../http/exports.ts';
import type { Call } from '../http/route.ts';
import { sendFile, sendPieces } from '../http/send.ts';
import { contentRange } from './list-request.ts';
import type { wholeList } from './table-list.ts';

/** Returns a text cell. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export const harmless = (text: string | null): string => (text === null ? '' : escapeFormulas(text));

/** Lines of CSV, each ended by a newline. Text cells must have passed through `harmless`. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n' });

/** Larger pages outlive the young generation of the heap and stay until a full collection. */
const ROWS_PER_PAGE = 500;

/** Pages of one snapshot, in bounded memory. `text` must be a constant; `values`: its parameters. */
async function* pagesOf<Row extends pg.QueryResultRow>(
  db: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  const client = await db.connect();
  let failed = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`declare report no scroll cursor for ${text}`, [...values]);
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${ROWS_PER_PAGE} from report`);
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_PAGE) break;
    }
    await client.query('commit');
    failed = false;
  } finally {
    // If the reader stops early, the transaction is still open, so the connection is closed.
    client.release(failed);
  }
}

async function* jsonOf<Row extends QueryResultRow>(
  db: Pool,
  query: { text: string; values: readonly unknown[] },
  recordsOf: (rows: readonly Row[]) => readonly object[] | Promise<readonly object[]>,
): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of pagesOf<Row>(db, query.text, query.values)) {
    yield before + JSON.stringify(await recordsOf(rows)).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Streams a whole list without `range` as one JSON array in bounded memory. `name`: that of its `Content-Range`. */
export async function streamList<Row extends QueryResultRow>(
  { caller, response }: Pick<Call, 'caller' | 'response'>,
  exports: Exports,
  name: string,
  query: ReturnType<typeof wholeList>,
  recordsOf: (rows: readonly Row[]) => readonly object[] | Promise<readonly object[]>,
): Promise<undefined> {
  await exports.stream(caller, async (db) => {
    const { rows } = await db.query<{ n: number }>(query.count, [...query.values]);
    const total = rows[0]?.n ?? 0;
    response.set('Content-Range', contentRange(name, 0, total, total)).type('application/json');
    return sendPieces(response, jsonOf(db, query, recordsOf));
  });
  return undefined;
}

/** A cell: text (escaped against formulas), a number, or an amount that is written as Rand with two decimals. */
type Cell = string | number | boolean | null | { readonly cents: Cents };

/** A column of an export: its heading and its cell. */
export interface ExportColumn<Row> {
  readonly heading: string;
  cell(row: Row): Cell;
}

/** Columns with the name of a field as their heading. */
export const fieldColumns = <Field extends string>(
  ...fields: Field[]
): ExportColumn<Readonly<Partial<Record<Field, Cell>>>>[] =>
  fields.map((field) => ({ heading: field, cell: (row) => row[field] ?? null }));

/** Columns of amounts: the heading `gross` for the field `grossCents`. */
export const amountColumns = <Name extends string>(
  ...names: Name[]
): ExportColumn<Readonly<Record<`${Name}Cents`, Cents>>>[] =>
  names.map((name) => ({ heading: name, cell: (row) => ({ cents: row[`${name}Cents`] }) }));

function textOf(cell: Cell): string {
  if (typeof cell === 'string' || cell === null) return harmless(cell);
  return typeof cell === 'object' ? plainRand(cell.cents) : String(cell);
}

const linesOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string =>
  csvLines(rows.map((row) => columns.map((column) => textOf(column.cell(row)))));

const headerOf = <Row>(columns: readonly ExportColumn<Row>[]): string =>
  csvLines([columns.map(({ heading }) => heading)]);

export const csvText = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string =>
  headerOf(columns) + linesOf(columns, rows);

/**
 * The header comes with the first page, so that a failing query is an error and no incomplete 200. `expand`: a page's
 * rows into the file's.
 */
export async function* csvOf<Row extends QueryResultRow, Line = Row>(
  db: Pool,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
  columns: readonly ExportColumn<Line>[],
  expand: (rows: Row[]) => readonly Line[] | Promise<readonly Line[]> = (rows) => rows as never,
): AsyncGenerator<string> {
  let before = headerOf(columns);
  for await (const rows of pagesOf<Row>(db, text, values)) {
    yield before + linesOf(columns, await expand(rows));
    before = '';
  }
  if (before !== '') yield before;
}

interface CsvFile<Row> {
  /** Without `.csv`. */
  readonly name: string;
  readonly query: { readonly text: string; readonly values: readonly unknown[] };
  readonly columns: readonly ExportColumn<Row>[];
  /** Turns the rows of a page into those of the file. */
  expand?(rows: Row[]): readonly Row[] | Promise<readonly Row[]>;
}

/** Streams a query as CSV from one snapshot, in bounded memory, at the reader's pace. */
export async function sendCsv<Row extends QueryResultRow>(
  { caller, response }: Pick<Call, 'caller' | 'response'>,
  exports: Exports,
  { name, query, columns, expand = (rows) => rows }: CsvFile<Row>,
): Promise<undefined> {
  return exports.stream(caller, (db) => sendFile(response, `${name}.csv`, csvOf(db, query, columns, expand)));
}
