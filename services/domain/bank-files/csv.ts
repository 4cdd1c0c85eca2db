import { plainRand } from '../money.ts';
import type { BankFileFormat, Control, FileRun, PaymentLine, ReadBack } from './format.ts';
import { hashTotalOf, holderText } from './format.ts';
import { paymentReference } from './reference.ts';
import { bankText, centsOfText, digits } from './text.ts';

const COLUMNS = ['line', 'accountHolder', 'accountNumber', 'branchCode', 'bank', 'amount', 'reference'];
const END = '\r\n';
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
  ].join(',');

/**
 * Plain CSV: a header, a line for each payment, and a last line `CONTROL` with the number of lines, their amount, the
 * sum of the account numbers and the SHA-256 of all bytes before it.
 */
export const csvFile: BankFileFormat = {
  name: 'csv',
  extension: 'csv',
  header: () => COLUMNS.join(',') + END,
  lines: (run, lines, first) => lines.map((line, index) => rowOf(run, line, first + index) + END).join(''),
  trailer: (_run, { lines, cents, hashTotal }: Control, sha256) =>
    `CONTROL,${lines},${plainRand(cents)},${hashTotal},${sha256}${END}`,
};

/** The payment of a row that this format wrote; null for the header and the control line. */
export function paymentOfRow(row: string): ReadBack['lines'][number] | null {
  const [number = '', accountHolder = '', accountNumber = '', branchCode = '', , amount = '', reference = ''] =
    row.split(',');
  const amountCents = centsOfText(amount);
  return /^\d+$/.test(number) && amountCents !== null
    ? { accountHolder, accountNumber, branchCode, amountCents, reference }
    : null;
}

/** Reads a plain CSV back. `sha256Of` hashes text to hex. */
export function readCsvFile(text: string, sha256Of: (text: string) => string): ReadBack {
  const errors: string[] = [];
  if (!text.endsWith(END) || text.replaceAll(END, '').includes('\n')) errors.push('Every line must end with CR LF.');
  const rows = text.split(END).slice(0, -1);
  if (rows[0] !== COLUMNS.join(',')) errors.push('Line 1: the header is not the one expected.');
  const control = rows.at(-1)?.split(',') ?? [];
  const lines = rows.slice(1, -1).map((row, index) => {
    const cells = row.split(',');
    const where = `Line ${index + 2}`;
    if (cells.length !== COLUMNS.length) errors.push(`${where}: ${cells.length} cells instead of ${COLUMNS.length}.`);
    const [number = '', accountHolder = '', accountNumber = '', branchCode = '', , amount = '', reference = ''] = cells;
    if (accountHolder === '') errors.push(`${where}: the account holder's name is missing.`);
    if (number !== String(index + 1)) errors.push(`${where}: its number is not ${index + 1}.`);
    if (!/^\d{5,18}$/.test(accountNumber)) errors.push(`${where}: the account number is not right.`);
    if (!/^\d{6}$/.test(branchCode)) errors.push(`${where}: the branch code is not right.`);
    if (cells.some((cell) => /^[=+\-@\t]/.test(cell))) errors.push(`${where}: a cell begins like a formula.`);
    const amountCents = centsOfText(amount);
    if (amountCents === null || amountCents === 0) errors.push(`${where}: the amount is not right.`);
    return { accountHolder, accountNumber, branchCode, amountCents: amountCents ?? 0, reference };
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
