import { hash } from 'node:crypto';
import type { PostedFile, PostedLine } from '@fynbos/application/ledger/ledger-read-back.ts';
import { type Day, isDay } from '@fynbos/domain/calendar.ts';
import { DomainError, type FieldError } from '@fynbos/domain/errors.ts';
import { LEDGER_ACCOUNT_NAMES, LEDGER_SYSTEM_NAMES, ledgerSettings } from '@fynbos/domain/ledger-export/events.ts';
import { CsvError, parse } from 'csv-parse/sync';
import type { Request } from 'express';
import { z } from 'zod';
import { day, requiredText } from '../http/fields.ts';
import { HttpRefusal } from '../http/problem.ts';
import { wholeBody } from '../ndjson/body.ts';

const reason = requiredText('A reason is required.', 500);
const accountNames = z.enum(LEDGER_ACCOUNT_NAMES);

/** Throws `ledger-account.unknown` (404). */
export function accountNamed(name: unknown): z.infer<typeof accountNames> {
  const { data } = accountNames.safeParse(name);
  if (!data) throw new DomainError('not-found', 'ledger-account.unknown', 'Account not found.');
  return data;
}
export const accountMapping = z.object({
  code: requiredText('The account code is missing.', 20),
  name: requiredText('The account name is missing.', 60),
  reason,
});
export const settingsChange = z.object({ ...ledgerSettings.shape, reason });
/** The system and the days of an export, both included. */
export const exportRequest = z.object({
  system: z.enum(LEDGER_SYSTEM_NAMES, 'The system is xero, sage or sap.'),
  from: day('from must be a date as YYYY-MM-DD.'),
  to: day('to must be a date as YYYY-MM-DD.'),
});

const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_LINES = 100_000;
/** Errors in an answer at most. */
const MAX_REPORTED_ERRORS = 50;

/** Column names of trial balances and journal listings, without spaces and signs, in order of preference. */
const COLUMNS = {
  code: ['accountcode', 'account', 'accountnumber', 'accountno', 'code', 'glaccount', 'hkont', 'ledgeraccount'],
  date: ['date', 'postingdate', 'journaldate', 'budat', 'transactiondate'],
  debit: ['debit', 'debits', 'debitzar', 'dr'],
  credit: ['credit', 'credits', 'creditzar', 'cr'],
  amount: ['amount', 'netamount', 'net', 'nett', 'balance', 'amountinlocalcurrency', 'dmbtr', 'movement'],
} as const;
type Column = keyof typeof COLUMNS;

const invalid = (message: string, errors: readonly FieldError[] = []): DomainError =>
  new DomainError('invalid', 'ledger-export.file', message, errors);

/** The index of each known column in a header. */
function columnIndexesOf(header: readonly string[]): Partial<Record<Column, number>> {
  const names = header.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const indexOfColumn = (column: Column): number =>
    COLUMNS[column].map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  const found = (Object.keys(COLUMNS) as Column[]).map((column) => [column, indexOfColumn(column)] as const);
  return Object.fromEntries(found.filter(([, index]) => index >= 0));
}

/** Whether a header has the account and its amounts, so that lines above it are titles of the report. */
const isHeader = ({ code, debit, credit, amount }: Partial<Record<Column, number>>): boolean =>
  code !== undefined && (amount !== undefined || (debit !== undefined && credit !== undefined));

/** `1,234.50`, `1 234,50`, `R 1234.5`, `-1234.50`, `(1 234.50)`, `1234.50-`. Empty is 0; null for anything else. */
export function centsOfLedgerAmount(text: string): number | null {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').replace(/^(ZAR|R)|(ZAR)$/gi, '');
  if (bare === '' || bare === '-') return 0;
  const match = /^(?<open>\()?(?<minus>[-\u2212])?R?(?<digits>[\d.,]+)(?<close>\))?(?<after>-)?$/i.exec(bare);
  const { open, close, minus, after, digits = '' } = match?.groups ?? {};
  if (!match || Boolean(open) !== Boolean(close)) return null;
  // A sign before three digits separates thousands; the decimal sign is another one, before one or two digits.
  const parts =
    /^(?<whole>\d{1,3}(?:(?<comma>[.,])\d{3})(?:\k<comma>\d{3})*|\d+)(?:(?<point>[.,])(?<fraction>\d{1,2}))?$/.exec(
      digits,
    )?.groups;
  if (!parts || (parts.comma !== undefined && parts.comma === parts.point)) return null;
  const cents = Number((parts.whole ?? '').replace(/[.,]/g, '')) * 100 + Number((parts.fraction ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return minus || after || open ? -cents || 0 : cents;
}

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day as ledgers write it: `2026-11-18`, `20261118`, `18/11/2026`, `18.11.2026`, `18 Nov 2026`. Null otherwise. */
export function dayOfLedgerCell(text: string): Day | null {
  const [plain = ''] = text.trim().split(/[T ]\d\d:/);
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(plain);
  const local = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3})[A-Za-z]*[-/. ](\d{4})$/.exec(plain);
  const month = local ? MONTH_NAMES.indexOf((local[2] ?? '').toLowerCase()) + 1 || Number(local[2]) : 0;
  const two = (number: number | string | undefined): string => String(number).padStart(2, '0');
  const found = iso ? `${iso[1]}-${iso[2]}-${iso[3]}` : local ? `${local[3]}-${two(month)}-${two(local[1])}` : '';
  return isDay(found) ? found : null;
}

/** A line of the file; null for a line without an account, such as a total. */
function lineOf(cells: readonly string[], columnIndexes: Partial<Record<Column, number>>): PostedLine | null {
  const cell = (column: Column): string => {
    const index = columnIndexes[column];
    return index === undefined ? '' : (cells[index] ?? '').trim();
  };
  // Some ledgers write the name behind the code. A heading or a title has no amount.
  const [code = ''] = cell('code').split(/\s/);
  const amounts = [cell('debit'), cell('credit'), cell('amount')];
  if (code === '' || /^total/i.test(code) || amounts.every((text) => text === '')) return null;
  const cents = (column: Column): number => {
    const found = centsOfLedgerAmount(cell(column));
    if (found === null) throw new RangeError(`“${cell(column).slice(0, 40)}” is not an amount.`);
    return found;
  };
  const hasSides = columnIndexes.debit !== undefined && columnIndexes.credit !== undefined;
  const day = columnIndexes.date === undefined ? null : dayOfLedgerCell(cell('date'));
  if (columnIndexes.date !== undefined && day === null)
    throw new RangeError(`“${cell('date').slice(0, 40)}” is not a date like 2026-03-31 or 31/03/2026.`);
  // A ledger writes credits as positive or as negative numbers in a column of their own.
  return { code, day, cents: hasSides ? Math.abs(cents('debit')) - Math.abs(cents('credit')) : cents('amount') };
}

/**
 * CSV: account code and an amount (debits positive), or debit and credit; with a date it is a journal. Skips titles
 * above the header, and totals. Throws `ledger-export.file` with the line of each error.
 */
export function postedFile(text: string): PostedFile {
  const first = text.slice(0, 4096);
  const delimiter = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0] as string;
  let records: string[][];
  try {
    records = parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true, to: MAX_LINES + 50 });
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`Line ${error.lines ?? '?'} is not valid CSV. Nothing was compared.`);
    throw error;
  }
  const start = records.findIndex((cells) => isHeader(columnIndexesOf(cells)));
  if (start < 0)
    throw invalid(
      'The file has no header with an account code and amounts. Name the columns Account code and Amount, or Debit and Credit.',
    );
  const columnIndexes = columnIndexesOf(records[start] as string[]);
  const lines: PostedLine[] = [];
  const errors: FieldError[] = [];
  for (const [at, cells] of records.slice(start + 1).entries()) {
    try {
      const line = lineOf(cells, columnIndexes);
      if (line) lines.push(line);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      errors.push({ field: `line ${start + at + 2}`, message: error.message });
    }
  }
  if (errors.length > 0)
    throw invalid(
      `${errors[0]?.field}: ${errors[0]?.message} Nothing was compared.`,
      errors.slice(0, MAX_REPORTED_ERRORS),
    );
  if (lines.length === 0) throw invalid('The file has no line with an account code. Nothing was compared.');
  if (lines.length > MAX_LINES) throw new HttpRefusal(413, 'too-large', `A file has at most ${MAX_LINES} lines.`);
  const kind = columnIndexes.date === undefined ? 'trial-balance' : 'journal';
  return { kind, sha256: hash('sha256', text), lines };
}

/** Throws 413 above 16 MiB or 100,000 lines, 415 for another content type, and as `postedFile`. */
export async function postedFileOf(request: Request): Promise<PostedFile> {
  if (!request.is('text/csv')) throw new HttpRefusal(415, 'content-type', 'Send the file of your ledger as text/csv.');
  return postedFile(await wholeBody(request, MAX_FILE_BYTES));
}
