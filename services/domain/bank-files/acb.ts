import {
  accountTypeCode,
  type BankFileFormat,
  type ControlFigures,
  type FileRun,
  hashTotalOf,
  holderText,
  type PaymentLine,
} from './format.ts';
import { paymentReference } from './reference.ts';
import { bankText, digits, yymmdd } from './text.ts';

/** Characters per record, without its line end. */
export const ACB_LENGTH = 180;
const LINE_END = '\r\n';
const STANDARD_ACCOUNT = 11;
const SERVICE = 'TWO DAY';

const number = (value: number | bigint | string, length: number): string => {
  const text = digits(String(value));
  if (text.length > length)
    throw new RangeError(`A figure needs more than the ${length} digits that the file has for it.`);
  return text.padStart(length, '0');
};
const text = (value: string, length: number): string => bankText(value, length).padEnd(length, ' ');
const record = (...fields: string[]): string => fields.join('').padEnd(ACB_LENGTH, ' ') + LINE_END;
/** The hash total keeps only the rightmost twelve digits. */
const hash = (total: bigint): string => number(total % 1_000_000_000_000n, 12);

/** Records 02 and 94 start with the same fields. */
const installation = (id: string, { payer, createdOn, payDate, acbGeneration = 1 }: FileRun): string[] => [
  id,
  number(1, 4),
  text('', 8),
  text(payer.userCode, 4),
  text('', 4),
  yymmdd(createdOn),
  yymmdd(payDate),
  number(acbGeneration, 4),
  number(ACB_LENGTH, 4),
  number(ACB_LENGTH, 4),
  text(SERVICE, 10),
];

interface Transaction {
  readonly id: '10' | '12';
  readonly sequence: number;
  readonly branchCode: string;
  readonly accountNumber: string;
  readonly accountType: PaymentLine['accountType'];
  readonly cents: number;
  readonly entryClass: string;
  readonly reference: string;
  readonly holder: string;
}

/** A payment (10) and the contra (12), which debits the sum from the paying account, have the same layout. */
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
    accountTypeCode(of.accountType),
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

/** The registered short name fills the first ten characters of a reference; these remain for the product. */
const OWN_REFERENCE_LENGTH = 20;
const reference = ({ payer }: FileRun, own: string): string =>
  text(payer.shortName, 10) + text(own, OWN_REFERENCE_LENGTH);

/**
 * Records: 02 installation header, 04 user header, 10 payments, 12 contra, 92 user trailer, 94 installation trailer.
 * 180 characters and CR LF each.
 */
export const acbFile: BankFileFormat = {
  name: 'acb',
  extension: 'txt',
  // The contra record holds the sum in eleven digits. The trailer counts the lines plus five records in six digits.
  limits: { lines: 999_994, cents: 99_999_999_999 },
  header: (run) => {
    const { payer, createdOn, payDate, acbGeneration = 1 } = run;
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
        number(acbGeneration, 4),
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
          accountType: line.accountType,
          cents: line.amountCents,
          entryClass: '00',
          reference: reference(run, paymentReference(run.reference, line, OWN_REFERENCE_LENGTH)),
          holder: holderText(line, 30),
        }),
      )
      .join(''),
  trailer: (run, { lines, cents, hashTotal }: ControlFigures) => {
    const { payer, payDate } = run;
    const action = yymmdd(payDate);
    const total = hashTotal + hashTotalOf([payer]);
    return (
      transaction(run, {
        id: '12',
        sequence: lines + 1,
        branchCode: payer.branchCode,
        accountNumber: payer.accountNumber,
        accountType: 'current',
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
