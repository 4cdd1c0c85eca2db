/** Why an agent is left out of a run, or dropped from it (decisions.md, Payout), in the order in which they are looked at. */
export const LEFT_OUT_REASONS = [
  'NotActive',
  'NoEmployerConsent',
  'TermsNotAccepted',
  'OnHold',
  'BankDetailsMissing',
  'ForeignAccount',
  'DomesticAccount',
  'TaxNumberMissing',
  'BankAccountCooling',
  'ContactChanged',
  'HeldByAnotherRun',
  'BelowMinimum',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** What each reason means, for screens. */
export const LEFT_OUT_TEXTS: Readonly<Record<LeftOutReason, string>> = {
  NotActive: 'The agent is not active.',
  NoEmployerConsent: 'The employer’s consent is missing or withdrawn.',
  TermsNotAccepted: 'The terms are not accepted.',
  OnHold: 'Payment is on hold by finance.',
  BankDetailsMissing: 'The bank details are missing or do not pass the structural checks.',
  ForeignAccount: 'The account is held abroad; it comes in the cross-border list.',
  DomesticAccount: 'The account is South African; it comes in the ordinary file.',
  TaxNumberMissing: 'The income tax number is missing or not valid.',
  BankAccountCooling: 'The bank account is new or was changed too recently.',
  ContactChanged: 'The e-mail address or cell number was changed in the last 72 hours.',
  HeldByAnotherRun: 'Another payout run holds the account.',
  BelowMinimum: 'The payable balance is below the payout minimum.',
};
