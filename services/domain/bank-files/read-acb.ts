import { businessDayFrom, type ExtraDays, isBusinessDay } from '../business-days/business-days.ts';
import { type Day, isDay } from '../calendar.ts';
import { ACB_LENGTH } from './acb.ts';
import { hashTotalOf, type ReadBack } from './format.ts';

const LINE_END = '\r\n';

/** `YYMMDD` as `YYYY-MM-DD`; null where it is not a valid day. */
function dayOfShort(text: string): Day | null {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  return /^\d{6}$/.test(text) && isDay(day) ? day : null;
}

const read = (row: string) => {
  const standard = row.slice(35, 46);
  const other = row.slice(130, 150).trim();
  return {
    payer: row.slice(2, 23),
    sequence: Number(row.slice(23, 29)),
    branchCode: row.slice(29, 35),
    accountNumber: (other === '' ? standard : other).replace(/^0+/, ''),
    amountCents: Number(row.slice(47, 58)),
    actionDate: row.slice(58, 64),
    reference: row.slice(70, 100).slice(10).trim(),
    accountHolder: row.slice(100, 130).trim(),
  };
};
type Transaction = ReturnType<typeof read>;

const padded = (value: number | bigint, length: number): string => String(value).padStart(length, '0');

/** Each with the position of its record in the file. */
function wrongPayments(lines: readonly Transaction[], payer: string, actionDate: string): string[] {
  return lines.flatMap((line, index) => {
    const found: [boolean, string][] = [
      [line.payer !== payer, 'the paying account or the user code is not that of the file'],
      [line.sequence !== index + 1, `its sequence number is not ${index + 1}`],
      [!(line.amountCents > 0), 'the amount is invalid'],
      [!/^\d{6}$/.test(line.branchCode), 'the branch code is invalid'],
      [!/^\d{4,20}$/.test(line.accountNumber), 'the account number is invalid'],
      [line.actionDate !== actionDate, 'the action date is not that of the file'],
      [line.accountHolder === '', "the account holder's name is missing"],
    ];
    return found.flatMap(([isWrong, what]) => (isWrong ? [`Record ${index + 3}: ${what}.`] : []));
  });
}

/** The day of a check, and the days on which banks are closed although they are no public holidays. */
interface CheckDays {
  readonly today: Day;
  readonly proclaimedDays: ExtraDays;
}

/** Errors in the action date; its day is not checked without `days`. */
function wrongDay(text: string, days: CheckDays | undefined): string[] {
  const day = dayOfShort(text);
  if (day === null) return ['User header: the action date is not YYMMDD.'];
  if (days === undefined) return [];
  if (day < days.today) return ['User header: the action date is in the past.'];
  if (isBusinessDay(day, days.proclaimedDays)) return [];
  return [
    `User header: the action date is not a business day; the next one is ${businessDayFrom(day, days.proclaimedDays)}.`,
  ];
}

/** Compares the trailers with the sums. With `days`, the action date must be a business day and not in the past. */
export function readAcbFile(content: string, days?: CheckDays): ReadBack {
  const errors: string[] = [];
  const rows = content.split(LINE_END);
  if (rows.pop() !== '') errors.push('Every record must end with CR LF.');
  rows.forEach((row, index) => {
    if (row.length !== ACB_LENGTH)
      errors.push(`Record ${index + 1}: ${row.length} characters instead of ${ACB_LENGTH}.`);
    if (/[^ -~]/.test(row)) errors.push(`Record ${index + 1}: a character outside the allowed set.`);
  });
  const shape = rows
    .map((row) => row.slice(0, 2))
    .join(' ')
    .replace(/(10 )+/, '10 ');
  if (shape !== '02 04 10 12 92 94') errors.push('The records are not 02, 04, 10 …, 12, 92, 94 in this order.');
  const rowOf = (id: string) => rows.find((row) => row.startsWith(id)) ?? '';
  const [header, trailer, end] = [rowOf('04'), rowOf('92'), rowOf('94')];
  const lines = rows.filter((row) => row.startsWith('10')).map(read);
  const contras = rows.filter((row) => row.startsWith('12')).map(read);
  const [contra] = contras;
  const actionDate = header.slice(18, 24);
  errors.push(...wrongDay(actionDate, days), ...wrongPayments(lines, contra?.payer ?? '', actionDate));
  const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const debits = contras.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (debits !== cents) errors.push('The contra is not the sum of the payments.');
  if (contra && contra.sequence !== lines.length + 1) errors.push('The sequence number of the contra is not the last.');
  const expectField = (name: string, row: string, from: number, to: number, expected: string) => {
    if (row.slice(from, to) !== expected) errors.push(`${name} does not agree.`);
  };
  expectField('User header: the user code', header, 2, 6, contra?.payer.slice(17) ?? '');
  const generation = header.slice(36, 40);
  if (!/^\d{4}$/.test(generation) || Number(generation) === 0)
    errors.push('User header: the generation number is invalid.');
  expectField('Installation header: the generation number', rowOf('02'), 34, 38, generation);
  expectField('User trailer: the user code', trailer, 2, 6, header.slice(2, 6));
  expectField('User trailer: the last sequence number', trailer, 12, 18, padded(lines.length + 1, 6));
  expectField('User trailer: the number of debits', trailer, 30, 36, padded(contras.length, 6));
  expectField('User trailer: the number of credits', trailer, 36, 42, padded(lines.length, 6));
  expectField('User trailer: the debit value', trailer, 48, 60, padded(debits, 12));
  expectField('User trailer: the credit value', trailer, 60, 72, padded(cents, 12));
  // The hash total keeps only the rightmost twelve digits.
  const hash = hashTotalOf([...lines, ...contras]) % 1_000_000_000_000n;
  expectField('User trailer: the hash total of homing accounts', trailer, 72, 84, padded(hash, 12));
  expectField('Installation trailer: the repetition of the header', end, 2, 56, rowOf('02').slice(2, 56));
  return { lines, cents, errors };
}
