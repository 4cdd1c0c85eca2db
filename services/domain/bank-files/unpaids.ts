import { CsvError, parse } from 'csv-parse/sync';
import { type Day, isDay } from '../calendar.ts';
import { columnNumber, type UnpaidsLayout } from '../unpaids/unpaids-layout.ts';
import { MAX_ENTRIES, type StatementEntry, StatementError, statementCents } from './statement-entry.ts';

/** Reasons of returned transactions in South African EFT, by the code of the payments system. */
const RETURN_REASONS: Readonly<Record<string, string>> = {
  '02': 'Not provided for',
  '03': 'Not allowed to this account',
  '04': 'Payment stopped',
  '05': 'Account dormant',
  '06': 'Account frozen',
  '08': 'Account in sequestration',
  '10': 'Account in liquidation',
  '12': 'Account closed',
  '14': 'Account transferred within the bank',
  '16': 'Account transferred to another bank',
  '18': 'Account holder deceased',
  '22': 'Account effects not cleared',
  '26': 'No such account',
  '28': 'Recalled',
  '56': 'Account holder not FICA compliant',
};

const MAX_ROW_LENGTH = 4_096;

function reasonOf(text: string): string | null {
  const [code = ''] = /^\d{1,3}$/.exec(text) ?? [];
  return (code && RETURN_REASONS[String(Number(code)).padStart(2, '0')]) || text.slice(0, 200) || null;
}

/** `2026-11-13`, `20261113`, `13/11/2026` or `13-11-2026` as a day; null for anything else. */
function dayOfUnpaidsCell(text: string): Day | null {
  const [, year, month, date] = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})$/.exec(text) ?? [];
  const [, date2, month2, year2] = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(text) ?? [];
  const day = `${year ?? year2}-${month ?? month2}-${date ?? date2}`;
  return isDay(day) ? day : null;
}

/** An amount without currency, sign and separators of thousands; a decimal comma becomes a point. */
const plainAmount = (text: string): string =>
  text
    .replace(/^-?\s*R|[\s\u202f\u00a0]|^-|-$/gi, '')
    .replace(/^(\d+),(\d\d)$/, '$1.$2')
    .replaceAll(',', '');

const SEPARATORS = [',', ';', '\t'];

function rowsOf(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  const delimiter = SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best));
  const options = { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true, trim: true };
  try {
    return parse(text, { ...options, max_record_size: MAX_ROW_LENGTH });
  } catch (failure) {
    if (failure instanceof CsvError) throw new StatementError('The file is not a CSV file.');
    throw failure;
  }
}

/**
 * A CSV file of unpaids (O26). Rows before the headings are skipped. Throws `StatementError`, also for one broken row.
 */
export function readUnpaids(text: string, layout: UnpaidsLayout): StatementEntry[] {
  const rows = rowsOf(text);
  const columns = [layout.reference, layout.amount, layout.day, layout.returnReason].map((each) => each.trim());
  let columnIndexes = columns.map((column) => (columnNumber(column) ?? 0) - 1);
  let first = 0;
  if (columnIndexes.includes(-1)) {
    first = rows.findIndex((row) => {
      const headings = row.map((cell) => cell.toLowerCase());
      columnIndexes = columns.map((column) => headings.indexOf(column.toLowerCase()));
      return !columnIndexes.includes(-1);
    });
    if (first === -1)
      throw new StatementError(
        `The file is neither camt.053, camt.054 nor MT940, and has no columns ${columns.join(', ')}.`,
      );
    first++;
  }
  const entries = rows.slice(first);
  if (entries.length > MAX_ENTRIES) throw new StatementError(`The file has more than ${MAX_ENTRIES} rows.`);
  return entries.map((row, index) => {
    const [reference = '', amount = '', day = '', reason = ''] = columnIndexes.map((index) => row[index] ?? '');
    const where = `Row ${first + index + 1}`;
    const on = dayOfUnpaidsCell(day);
    if (on === null) throw new StatementError(`${where}: ${day.slice(0, 30) || 'The day'} is not a day.`);
    const plain = plainAmount(amount);
    if (layout.isInCents && !/^\d{1,13}$/.test(plain))
      throw new StatementError(`${where}: the amount ${amount.slice(0, 30)} is not in cents.`);
    const amountCents = layout.isInCents ? Number(plain) : statementCents(plain, 'ZAR', where);
    return { on, amountCents, side: 'credit', texts: [reference], reason: reasonOf(reason) };
  });
}
