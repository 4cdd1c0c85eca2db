import { ACCOUNT_TYPES, isAccountNumber, isBranchCode } from '../bank-list/banks.ts';
import { plainRand } from '../money.ts';
import {
  type BankFileFormat,
  type FileRun,
  hashTotalOf,
  holderText,
  type PaymentLine,
  type ReadBack,
} from './format.ts';
import { paymentReference } from './reference.ts';
import { bankText, centsOfText, digits } from './text.ts';

const COLUMNS = ['line', 'accountHolder', 'accountNumber', 'branchCode', 'bank', 'amount', 'reference', 'accountType'];
const LINE_END = '\r\n';
const REFERENCE_LENGTH = 30;

/** `bankText` removes commas, quotes and leading formula characters, so cells need no quoting. */
const rowOf = (run: FileRun, line: PaymentLine, number: number): string =>
  [
    String(number),
    holderText(line, 60),
    digits(line.accountNumber),
    digits(line.branchCode),
    bankText(line.bankName, 30),
    plainRand(line.amountCents),
    paymentReference(run.reference, line, REFERENCE_LENGTH),
    line.accountType ?? '',
  ].join(',');

/**
 * A header, a line for each payment, and the line `CONTROL`: number of lines, amount, sum of the account numbers, and
 * SHA-256 of all bytes before it.
 */
export const listFile = (
  name: BankFileFormat['name'],
  columns: readonly string[],
  row: (run: FileRun, line: PaymentLine, number: number) => string,
): BankFileFormat => ({
  name,
  extension: 'csv',
  header: () => columns.join(',') + LINE_END,
  lines: (run, lines, first) => lines.map((line, index) => row(run, line, first + index) + LINE_END).join(''),
  trailer: (_run, { lines, cents, hashTotal }, sha256) =>
    `CONTROL,${lines},${plainRand(cents)},${hashTotal},${sha256}${LINE_END}`,
});

/** Plain CSV of South African accounts. */
export const csvFile = listFile('csv', COLUMNS, rowOf);

/** The payment of a row that this format wrote, also by earlier releases; null for the header and the control line. */
export function paymentOfRow(row: string): ReadBack['lines'][number] | null {
  const [number = '', accountHolder = '', accountNumber = '', branchCode = '', , amount = '', reference = '', type] =
    row.split(',');
  const amountCents = centsOfText(amount);
  if (!/^\d+$/.test(number) || amountCents === null) return null;
  const accountType = ACCOUNT_TYPES.find((each) => each === type);
  return { accountHolder, accountNumber, branchCode, amountCents, reference, ...(accountType ? { accountType } : {}) };
}

type Row = ReadBack['lines'][number];

/** Rows: a header, payments and the line `CONTROL`. */
interface ListFormat {
  readonly columns: readonly string[];
  readonly earlierColumns: number;
  readonly paymentOf: (row: string) => Row | null;
  /** The faults of a payment, besides its number, holder, amount and formulas. */
  readonly faultsOf: (payment: Row) => readonly string[];
}

/** Reads a list of payments back. `sha256Of` hashes text to hex. */
export function readListFile(
  text: string,
  { columns, earlierColumns, paymentOf, faultsOf }: ListFormat,
  sha256Of: (text: string) => string,
): ReadBack {
  const errors: string[] = [];
  if (!text.endsWith(LINE_END) || text.replaceAll(LINE_END, '').includes('\n'))
    errors.push('Every line must end with CR LF.');
  const rows = text.split(LINE_END).slice(0, -1);
  const width = rows[0]?.split(',').length === earlierColumns ? earlierColumns : columns.length;
  if (rows[0] !== columns.slice(0, width).join(',')) errors.push('Line 1: the header is not the one expected.');
  const control = rows.at(-1)?.split(',') ?? [];
  const lines = rows.slice(1, -1).map((row, index) => {
    const cells = row.split(',');
    const refuse = (fault: string) => errors.push(`Line ${index + 2}: ${fault}`);
    if (cells.length !== width) refuse(`${cells.length} cells instead of ${width}.`);
    if (cells[0] !== String(index + 1)) refuse(`its number is not ${index + 1}.`);
    if (cells.some((cell) => /^[=+\-@\t]/.test(cell))) refuse('a cell begins like a formula.');
    const payment = paymentOf(row);
    if (!payment || payment.amountCents === 0) refuse('the amount is invalid.');
    if (payment?.accountHolder === '') refuse('the account holder’s name is missing.');
    for (const fault of payment ? faultsOf(payment) : []) refuse(fault);
    return payment ?? { accountHolder: '', accountNumber: '', branchCode: '', amountCents: 0, reference: '' };
  });
  const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const before = text.slice(0, text.lastIndexOf('CONTROL,'));
  const expected = ['CONTROL', String(lines.length), plainRand(cents), String(hashTotalOf(lines)), sha256Of(before)];
  expected.forEach((value, index) => {
    if (control[index] !== value)
      errors.push(
        `Control line: ${['marker', 'number of lines', 'amount', 'hash total', 'SHA-256'][index]} does not agree.`,
      );
  });
  return { lines, cents, errors };
}

export const readCsvFile = (text: string, sha256Of: (text: string) => string): ReadBack =>
  readListFile(
    text,
    {
      columns: COLUMNS,
      earlierColumns: COLUMNS.length - 1,
      paymentOf: paymentOfRow,
      faultsOf: ({ accountNumber, branchCode }) => [
        ...(isAccountNumber(accountNumber) ? [] : ['the account number is invalid.']),
        ...(isBranchCode(branchCode) ? [] : ['the branch code is invalid.']),
      ],
    },
    sha256Of,
  );
