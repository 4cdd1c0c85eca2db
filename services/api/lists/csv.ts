import { harmlessCell } from '@fynbos/domain/harmless-cell.ts';
import { stringify } from 'csv-stringify/sync';

/** Returns a text cell. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export const harmless = (text: string | null): string => (text === null ? '' : harmlessCell(text));

/** Lines of CSV, each ended by a newline. Text cells must have passed through `harmless`. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n' });
