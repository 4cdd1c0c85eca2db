import { harmlessCell } from '@fynbos/domain/harmless-cell.ts';
import { stringify } from 'csv-stringify/sync';

/** A text cell that a spreadsheet would take for a formula gets an apostrophe before it. */
export const harmless = (text: string | null): string => (text === null ? '' : harmlessCell(text));

/** Lines of CSV, UTF-8, each ended by a newline; cells are given ready: text through `harmless`, figures as they are. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n' });
