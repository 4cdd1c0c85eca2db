import { businessDayFrom, type ExtraDays, isBusinessDay } from '../business-days/business-days.ts';
import { type Day, isDay } from '../calendar.ts';
import { plainRand } from '../money.ts';
import {
  accountTypeCode,
  type BankFileFormat,
  type FileRun,
  holderText,
  type PaymentLine,
  type ReadBack,
} from './format.ts';
import { agentReference } from './reference.ts';
import { bankText, centsOfText, ddmmyyyy, digits } from './text.ts';

const VERSION = 'BInSol - U ver 1.00';
const LINE_END = '\r\n';
const LENGTHS = { name: 30, recipientReference: 20 };

const notifications = (kind: string, fields: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, n) => fields.map((field) => `${kind} ${n + 1} ${field}`)).flat();

export const BINSOL_COLUMNS: readonly string[] = [
  'RECIPIENT NAME',
  'RECIPIENT ACCOUNT',
  'RECIPIENT ACCOUNT TYPE',
  'BRANCHCODE',
  'AMOUNT',
  'OWN REFERENCE',
  'RECIPIENT REFERENCE',
  ...notifications('EMAIL', ['NOTIFY', 'ADDRESS', 'SUBJECT'], 5),
  ...notifications('FAX', ['NOTIFY', 'CODE', 'NUMBER', 'SUBJECT'], 2),
  ...notifications('SMS', ['NOTIFY', 'CODE', 'NUMBER'], 2),
];

function rowOf(run: FileRun, line: PaymentLine): string {
  const cells = [
    holderText(line, LENGTHS.name),
    digits(line.accountNumber),
    accountTypeCode(line.accountType),
    digits(line.branchCode),
    plainRand(line.amountCents),
    agentReference(line),
    // The run's reference must fit whole, so the name is cut to the rest.
    `${bankText(run.payer.shortName, LENGTHS.recipientReference - run.reference.length - 1)} ${run.reference}`,
  ];
  return [...cells, ...Array<string>(BINSOL_COLUMNS.length - cells.length).fill('')].join(',');
}

/** FNB "BInSol - U ver 1.00": version, action date, paying account, 36 column names, payments. CR LF; no trailer. */
export const binsolFile: BankFileFormat = {
  name: 'binsol',
  extension: 'csv',
  header: ({ payDate, payer }) =>
    [VERSION, ddmmyyyy(payDate), digits(payer.accountNumber), BINSOL_COLUMNS.join(',')]
      .map((row) => row + LINE_END)
      .join(''),
  lines: (run, lines) => lines.map((line) => rowOf(run, line) + LINE_END).join(''),
  trailer: () => '',
};

/** Reads a BInSol file back, as on the day `today`: its action date must be a business day that is not in the past. */
export function readBinsolFile(text: string, today: Day, proclaimedDays: ExtraDays): ReadBack {
  const errors: string[] = [];
  if (!text.endsWith(LINE_END) || text.replaceAll(LINE_END, '').includes('\n'))
    errors.push('Every line must end with CR LF.');
  const [version, date = '', account = '', columns, ...rows] = text.split(LINE_END).slice(0, -1);
  if (version !== VERSION) errors.push(`Line 1: the version is not ${VERSION}.`);
  const day = /^\d{2}-\d{2}-\d{4}$/.test(date) ? ddmmyyyy(date) : null;
  if (day === null || !isDay(day)) errors.push('Line 2: the action date is not DD-MM-YYYY.');
  else if (day < today) errors.push('Line 2: the action date is in the past.');
  else if (!isBusinessDay(day, proclaimedDays))
    errors.push(
      `Line 2: the action date is not a business day; the next one is ${ddmmyyyy(businessDayFrom(day, proclaimedDays))}.`,
    );
  if (!/^\d{5,18}$/.test(account)) errors.push('Line 3: the paying account is invalid.');
  if (columns !== BINSOL_COLUMNS.join(',')) errors.push('Line 4: the 36 columns are not those expected.');
  const lines = rows.map((row, index) => {
    const cells = row.split(',');
    const where = `Line ${index + 5}`;
    if (cells.length !== BINSOL_COLUMNS.length)
      errors.push(`${where}: ${cells.length} cells instead of ${BINSOL_COLUMNS.length}.`);
    const [accountHolder = '', accountNumber = '', type, branchCode = '', amount = '', reference = ''] = cells;
    if (accountHolder === '' || accountHolder.length > LENGTHS.name)
      errors.push(`${where}: the recipient's name is invalid.`);
    if (!/^\d{5,18}$/.test(accountNumber)) errors.push(`${where}: the account number is invalid.`);
    if (!/^[0-9]$/.test(type ?? '')) errors.push(`${where}: the account type is invalid.`);
    if (!/^\d{6}$/.test(branchCode)) errors.push(`${where}: the branch code is invalid.`);
    if (cells.some((cell) => /^[=+\-@\t]/.test(cell))) errors.push(`${where}: a cell begins like a formula.`);
    const amountCents = centsOfText(amount);
    if (amountCents === null || amountCents === 0) errors.push(`${where}: the amount is invalid.`);
    return { accountHolder, accountNumber, branchCode, amountCents: amountCents ?? 0, reference };
  });
  return { lines, cents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0), errors };
}
