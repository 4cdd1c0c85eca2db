import { CONTACT_FREEZE_HOURS } from '../agent/deadlines.ts';

/** Why an agent gets no line in a run, in the order of the checks. */
export const LEFT_OUT_REASONS = [
  'NotActive',
  'NoEmployerConsent',
  'TermsNotAccepted',
  'OnHold',
  'BankDetailsMissing',
  'ForeignAccount',
  'DomesticAccount',
  'TaxNumberMissing',
  'TaxTreatmentMissing',
  'BankAccountCooling',
  'ContactChanged',
  'HeldByAnotherRun',
  'BelowMinimum',
  'AbovePaymentLimit',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** A payment file cannot hold the frozen line. */
export const FILE_REASONS = ['FileCannotHoldLine', 'FileCannotHoldTotal'] as const;
export type FileReason = (typeof FILE_REASONS)[number];

/** The agent or the account changed after the freeze. */
export const CHANGE_REASONS = ['TaxTreatmentChanged', 'AccountChanged', 'NotReserved', 'Cancelled'] as const;

/** Without the reasons of a bank, which are free text. */
export type NotPayableReason = LeftOutReason | FileReason | (typeof CHANGE_REASONS)[number];

export const NOT_SENT = 'NotSent';

/** `said`: the result of the response, where it is recorded. */
export function ignoredText(said: string | null | undefined, recorded: string): string {
  const response = said ? `The bank’s response says ${said}` : 'The bank’s response names this line';
  return recorded === NOT_SENT ? `${response}, but it was not sent.` : `${response}; ${recorded} is recorded.`;
}

export const isNotPayableReason = (reason: string | null | undefined): reason is NotPayableReason =>
  reason != null && Object.hasOwn(NOT_PAYABLE_TEXTS, reason);

/** The text of a stored reason for screens; a bank's text is unchanged. */
export const reasonText = (reason: string): string => (isNotPayableReason(reason) ? NOT_PAYABLE_TEXTS[reason] : reason);

export const NOT_PAYABLE_TEXTS: Readonly<Record<NotPayableReason, string>> = {
  NotActive: 'The agent is not active.',
  NoEmployerConsent: 'The employer’s consent is missing or withdrawn.',
  TermsNotAccepted: 'The terms are not accepted.',
  OnHold: 'Finance has put payment on hold.',
  BankDetailsMissing: 'The bank details are missing or do not pass the structural checks.',
  ForeignAccount: 'The account is held abroad; it is paid through the cross-border list.',
  DomesticAccount: 'The account is South African; it is paid through the ordinary file.',
  TaxNumberMissing: 'The income tax number is missing or not valid.',
  TaxTreatmentMissing: 'The reward policy requires a tax treatment for the agent’s tax country; none is recorded.',
  BankAccountCooling: 'The bank account is new or was changed too recently.',
  ContactChanged: `The e-mail address or cell number was changed in the last ${CONTACT_FREEZE_HOURS} hours.`,
  HeldByAnotherRun: 'Another payout run holds the account.',
  BelowMinimum: 'The payable balance is below the payout minimum.',
  AbovePaymentLimit: 'The payable balance is above the largest amount that one payment may have. Check its rentals.',
  FileCannotHoldLine: 'A payment file cannot hold the amount or the account details of this line.',
  FileCannotHoldTotal: 'A payment file cannot hold the total of the run with this line. The next run can pay it.',
  TaxTreatmentChanged: 'The tax treatment changed after the line was frozen. The next run can pay it.',
  AccountChanged: 'The rewards or corrections changed after the line was frozen. The next run can pay it.',
  NotReserved: 'The run no longer reserves the account.',
  Cancelled: 'The run was cancelled.',
};
