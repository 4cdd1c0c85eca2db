import type { BankFileFormat, Control, FileRun, PaymentLine, ReadBack } from './format.ts';
import { hashTotalOf } from './format.ts';
import { bankText, digits, yymmdd } from './text.ts';

const LENGTH = 180;
const END = '\r\n';
const STANDARD_ACCOUNT = 11;
const ACCOUNT_TYPE = '1';
const SERVICE = 'TWO DAY';

const number = (value: number | bigint | string, length: number): string => {
  const text = digits(String(value));
  if (text.length > length) throw new RangeError(`${length} digits cannot hold a figure of the file`);
  return text.padStart(length, '0');
};
const text = (value: string, length: number): string => bankText(value, length).padEnd(length, ' ');
const record = (...fields: string[]): string => fields.join('').padEnd(LENGTH, ' ') + END;
/** Only the rightmost twelve digits of the hash total are kept. */
const hash = (total: bigint): string => number(total % 1_000_000_000_000n, 12);

/** 02 and 94 share their beginning. */
const installation = (id: string, { payer, createdOn, payDate }: FileRun): string[] => [
  id,
  number(1, 4),
  text('', 8),
  text(payer.userCode, 4),
  text('', 4),
  yymmdd(createdOn),
  yymmdd(payDate),
  number(1, 4),
  number(LENGTH, 4),
  number(LENGTH, 4),
  text(SERVICE, 10),
];

interface Transaction {
  readonly id: '10' | '12';
  readonly sequence: number;
  readonly branchCode: string;
  readonly accountNumber: string;
  readonly cents: number;
  readonly entryClass: string;
  readonly reference: string;
  readonly holder: string;
}

/** 10, a payment, and 12, the contra that takes their sum from the paying account, have one layout. */
function transaction({ payer, payDate }: FileRun, of: Transaction): string {
  const account = digits(of.accountNumber);
  const isStandard = account.length <= STANDARD_ACCOUNT;
  return record(
    of.id,
    number(payer.branchCode, 6),
    number(payer.accountNumber, 11),
    text(payer.userCode, 4),
    number(of.sequence, 6),
    number(of.branchCode, 6),
    number(isStandard ? account : 0, 11),
    ACCOUNT_TYPE,
    number(of.cents, 11),
    yymmdd(payDate),
    of.entryClass,
    '0',
    '   ',
    of.reference.padEnd(30, ' ').slice(0, 30),
    text(of.holder, 30),
    isStandard ? text('', 20) : number(account, 20),
    text('', 16),
    of.id === '10' ? '21' : '  ',
  );
}

/** The registered short name stands in the first ten characters of a reference; the rest is ours. */
const reference = ({ payer }: FileRun, own: string): string => text(payer.shortName, 10) + text(own, 20);

/**
 * The fixed-width ACB file: 02 installation header, 04 user header, 10 payments, 12 contra, 92 user trailer, 94
 * installation trailer; 180 characters and CR LF each. The user code comes from configuration.
 */
export const acbFile: BankFileFormat = {
  name: 'acb',
  extension: 'txt',
  header: (run) => {
    const { payer, createdOn, payDate } = run;
    const action = yymmdd(payDate);
    return (
      record(...installation('02', run)) +
      record(
        '04',
        text(payer.userCode, 4),
        yymmdd(createdOn),
        action,
        action,
        action,
        number(1, 6),
        number(1, 4),
        text(SERVICE, 10),
      )
    );
  },
  lines: (run, lines, first) =>
    lines
      .map((line: PaymentLine, index) =>
        transaction(run, {
          id: '10',
          sequence: first + index,
          branchCode: line.branchCode,
          accountNumber: line.accountNumber,
          cents: line.amountCents,
          entryClass: '00',
          reference: reference(run, `${run.reference} ${line.loyaltyTrackingNo}`),
          holder: line.accountHolder,
        }),
      )
      .join(''),
  trailer: (run, { lines, cents, hashTotal }: Control) => {
    const { payer, payDate } = run;
    const action = yymmdd(payDate);
    const total = hashTotal + hashTotalOf([payer]);
    return (
      transaction(run, {
        id: '12',
        sequence: lines + 1,
        branchCode: payer.branchCode,
        accountNumber: payer.accountNumber,
        cents,
        entryClass: '10',
        reference: text(payer.shortName, 10) + text(`CONTRA ${run.reference}`, 20),
        holder: payer.name,
      }) +
      record(
        '92',
        text(payer.userCode, 4),
        number(1, 6),
        number(lines + 1, 6),
        action,
        action,
        number(1, 6),
        number(lines, 6),
        number(1, 6),
        number(cents, 12),
        number(cents, 12),
        hash(total),
      ) +
      record(...installation('94', run), number(1, 6), number(lines + 5, 6), number(2, 6))
    );
  },
};

/** Reads an ACB file back by its positions, and adds up what its trailer claims. */
export function readAcbFile(content: string): ReadBack {
  const errors: string[] = [];
  const rows = content.split(END);
  if (rows.pop() !== '') errors.push('Every record must end with CR LF.');
  rows.forEach((row, index) => {
    if (row.length !== LENGTH) errors.push(`Record ${index + 1}: ${row.length} characters instead of ${LENGTH}.`);
  });
  const ids = rows.map((row) => row.slice(0, 2));
  const shape = ids.join(' ').replace(/(10 )+/, '10 ');
  if (shape !== '02 04 10 12 92 94') errors.push('The records are not 02, 04, 10 …, 12, 92, 94 in this order.');
  const read = (row: string) => {
    const standard = row.slice(35, 46);
    const other = row.slice(130, 150).trim();
    return {
      sequence: Number(row.slice(23, 29)),
      branchCode: row.slice(29, 35),
      accountNumber: other === '' ? standard.replace(/^0+/, '') : other.replace(/^0+/, ''),
      amountCents: Number(row.slice(47, 58)),
      reference: row.slice(70, 100).slice(10).trim(),
      accountHolder: row.slice(100, 130).trim(),
    };
  };
  const lines = rows.filter((row) => row.startsWith('10')).map(read);
  const contras = rows.filter((row) => row.startsWith('12')).map(read);
  lines.forEach(({ sequence, amountCents, branchCode }, index) => {
    if (sequence !== index + 1) errors.push(`Record ${index + 3}: its sequence number is not ${index + 1}.`);
    if (!(amountCents > 0)) errors.push(`Record ${index + 3}: the amount is not right.`);
    if (!/^\d{6}$/.test(branchCode)) errors.push(`Record ${index + 3}: the branch code is not right.`);
  });
  const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const trailer = rows.find((row) => row.startsWith('92')) ?? '';
  const agree = (what: string, from: number, to: number, expected: string) => {
    if (trailer.slice(from, to) !== expected) errors.push(`User trailer: ${what} does not agree.`);
  };
  agree('the number of debits', 30, 36, number(contras.length, 6));
  agree('the number of credits', 36, 42, number(lines.length, 6));
  agree(
    'the debit value',
    48,
    60,
    number(
      contras.reduce((sum, { amountCents }) => sum + amountCents, 0),
      12,
    ),
  );
  agree('the credit value', 60, 72, number(cents, 12));
  agree('the hash total of homing accounts', 72, 84, hash(hashTotalOf([...lines, ...contras])));
  return { lines, cents, errors };
}
