import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { FileFormat } from '../payout-run/events.ts';
import { bankText } from './text.ts';

/** A payment as a file carries it. All of it as text: account 0123 and branch 051001 keep their zeros. */
export interface PaymentLine {
  readonly accountHolder: string;
  readonly accountNumber: string;
  readonly branchCode: string;
  readonly bankName: string;
  /** Tax-country code of the account's bank. */
  readonly bankCountry: string;
  readonly amountCents: Cents;
  readonly agentId: number;
  /** Tells whose payment it is in the file, and in the bank's answer (`agentReference`). */
  readonly loyaltyTrackingNo: string;
}

/** Who pays, from configuration. */
export interface Payer {
  readonly name: string;
  readonly accountNumber: string;
  readonly branchCode: string;
  /** The four-character code that Bankserv gave. */
  readonly userCode: string;
  /** The abbreviated name registered with Bankserv, at most ten characters. */
  readonly shortName: string;
}

export interface FileRun {
  readonly reference: string;
  readonly payDate: Day;
  /** The day on which the file is made. */
  readonly createdOn: Day;
  readonly payer: Payer;
}

/** Control figures; `hashTotal` adds up account numbers, so that an altered one shows. */
export interface Control {
  readonly lines: number;
  readonly cents: Cents;
  readonly hashTotal: bigint;
}

/** A file is written in pieces, so that a run of any size needs little memory: header, lines from number `first` on (1-based), trailer. */
export interface BankFileFormat {
  readonly name: FileFormat;
  readonly extension: string;
  /** The largest run that the format can hold; absent where it has no limit. */
  readonly limits?: { readonly lines: number; readonly cents: Cents };
  header(run: FileRun): string;
  /** Throws `RangeError` for a line that the format cannot hold. */
  lines(run: FileRun, lines: readonly PaymentLine[], first: number): string;
  /** `sha256` is that of everything written before the trailer, in hex. */
  trailer(run: FileRun, control: Control, sha256: string): string;
}

/** What a validator read back. */
export interface ReadBack {
  readonly lines: readonly {
    readonly accountHolder: string;
    readonly accountNumber: string;
    readonly branchCode: string;
    readonly amountCents: Cents;
    readonly reference: string;
  }[];
  readonly cents: Cents;
  /** What is wrong with the file, with the line where it can be told; empty for a good one. */
  readonly errors: readonly string[];
}

/** The account's holder as a bank takes it; a name of which nothing is left in its letters is told by the tracking number. */
export const holderText = ({ accountHolder, loyaltyTrackingNo }: PaymentLine, length: number): string =>
  bankText(accountHolder, length) || bankText(loyaltyTrackingNo, length);

/** The sum of the account numbers, each by its last eleven digits; what is no digit is passed over, as in the files. */
export const hashTotalOf = (lines: readonly Pick<PaymentLine, 'accountNumber'>[]): bigint =>
  lines.reduce((sum, { accountNumber }) => sum + BigInt(accountNumber.replace(/\D/g, '').slice(-11) || '0'), 0n);

/** Said on screen beside every file. */
export const LAYOUT_NOTICE =
  'The layout follows public descriptions. Confirm it with the bank on a test file before the first payment.';
