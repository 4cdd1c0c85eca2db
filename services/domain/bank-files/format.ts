import type { AccountType } from '../bank-list/banks.ts';
import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { FileFormat } from '../payout-run/events.ts';
import { bankText } from './text.ts';

/** The further details of a payment to a foreign bank. An empty text is unknown. */
export interface ForeignPayee {
  /** ISO 9362 code of the payee's bank. */
  readonly bic: string;
  readonly street: string;
  readonly town: string;
  readonly postalCode: string;
  /** ISO 3166 code of two letters of the payee's address. */
  readonly country: string;
}

/** A payment as a file contains it. All fields are text: account 0123 and branch 051001 keep their zeros. */
export interface PaymentLine {
  readonly accountHolder: string;
  readonly accountNumber: string;
  readonly branchCode: string;
  readonly bankName: string;
  /** Tax-country code of the account's bank. */
  readonly bankCountry: string;
  /** Empty or absent where the agent has not stated it. */
  readonly accountType?: AccountType | '' | undefined;
  /** Of an account abroad. */
  readonly foreignPayee?: ForeignPayee | undefined;
  readonly amountCents: Cents;
  readonly agentId: number;
  /** Identifies the payee in the file and in the bank's response (`agentReference`). */
  readonly loyaltyTrackingNo: string;
}

const TYPE_CODES: Readonly<Record<AccountType, string>> = { current: '1', savings: '2', transmission: '3' };

/** The code of an account's type in South African files. An account without a stated type counts as current. */
export const accountTypeCode = (type: PaymentLine['accountType']): string => TYPE_CODES[type || 'current'];

export interface Payer {
  readonly name: string;
  readonly accountNumber: string;
  readonly branchCode: string;
  /** The four-character code issued by Bankserv. */
  readonly userCode: string;
  /** The abbreviated name registered with Bankserv, at most ten characters. */
  readonly shortName: string;
  /** Category of payments abroad in the balance of payments reported to the South African Reserve Bank. */
  readonly bopCategory: string;
}

export interface FileRun {
  readonly reference: string;
  readonly payDate: Day;
  readonly createdOn: Day;
  /** The generation number of an ACB file; only that format has one. */
  readonly acbGeneration?: number;
  readonly payer: Payer;
}

/** Control figures; `hashTotal` adds up account numbers, so that an altered number is detected. */
export interface ControlFigures {
  readonly lines: number;
  readonly cents: Cents;
  readonly hashTotal: bigint;
}

/** Written in pieces, so that a run of any size needs little memory. `first`: number of the first line, from 1. */
export interface BankFileFormat {
  readonly name: FileFormat;
  readonly extension: string;
  /** The largest run that the format can hold; absent where it has no limit. */
  readonly limits?: { readonly lines: number; readonly cents: Cents };
  header(run: FileRun): string;
  /** Throws `RangeError` for a line that the format cannot hold. */
  lines(run: FileRun, lines: readonly PaymentLine[], first: number): string;
  /** `sha256`: hash of everything written before the trailer, in hex. */
  trailer(run: FileRun, control: ControlFigures, sha256: string): string;
}

/** The content that a validator read back. */
export interface ReadBack {
  readonly lines: readonly {
    readonly accountHolder: string;
    readonly accountNumber: string;
    readonly branchCode: string;
    readonly amountCents: Cents;
    readonly reference: string;
    /** Absent where the file or the agent does not state it. */
    readonly accountType?: AccountType;
  }[];
  readonly cents: Cents;
  /** Errors in the file, with the line number where known; empty for a valid file. */
  readonly errors: readonly string[];
}

/** The name in the characters that banks accept; the tracking number where the name has none. */
export const holderText = ({ accountHolder, loyaltyTrackingNo }: PaymentLine, length: number): string =>
  bankText(accountHolder, length) || bankText(loyaltyTrackingNo, length);

/** The last eleven digits of each number; other characters are skipped, as in the files. */
export const hashTotalOf = (lines: readonly Pick<PaymentLine, 'accountNumber'>[]): bigint =>
  lines.reduce((sum, { accountNumber }) => sum + BigInt(accountNumber.replace(/\D/g, '').slice(-11) || '0'), 0n);

export const LAYOUT_NOTICE =
  'The layout follows public descriptions. Confirm it with the bank on a test file before the first payment.';
