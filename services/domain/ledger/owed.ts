import { NOT_PAYABLE_TEXTS } from '../payout-run/reasons.ts';

/** Age of an amount owed: days since the invoice, youngest first. `undated` and `overdrawn` have no invoice. */
export const AGE_BUCKETS = [
  { bucket: 'days30', label: 'Up to 30 days', days: 30 },
  { bucket: 'days60', label: '31 to 60 days', days: 60 },
  { bucket: 'days90', label: '61 to 90 days', days: 90 },
  { bucket: 'days180', label: '91 to 180 days', days: 180 },
  { bucket: 'days365', label: '181 to 365 days', days: 365 },
  { bucket: 'older', label: 'Over a year', days: null },
  { bucket: 'undated', label: 'Corrections and opening balances', days: null },
  { bucket: 'overdrawn', label: 'Overdrawn', days: null },
] as const;
export type AgeBucket = (typeof AGE_BUCKETS)[number]['bucket'];

/** The reasons that block the payment of a balance, in the order in which a payout run checks them (O4). */
export const STANDINGS = {
  Payable: 'Ready to be paid in the next run.',
  InRun: 'Reserved by a payout run.',
  NotActive: NOT_PAYABLE_TEXTS.NotActive,
  NoEmployerConsent: NOT_PAYABLE_TEXTS.NoEmployerConsent,
  TermsNotAccepted: NOT_PAYABLE_TEXTS.TermsNotAccepted,
  OnHold: NOT_PAYABLE_TEXTS.OnHold,
  BankDetailsMissing: NOT_PAYABLE_TEXTS.BankDetailsMissing,
  TaxNumberMissing: NOT_PAYABLE_TEXTS.TaxNumberMissing,
  TaxTreatmentMissing: NOT_PAYABLE_TEXTS.TaxTreatmentMissing,
  BankAccountCooling: NOT_PAYABLE_TEXTS.BankAccountCooling,
  ContactChanged: NOT_PAYABLE_TEXTS.ContactChanged,
  BelowMinimum: NOT_PAYABLE_TEXTS.BelowMinimum,
  Overdrawn: 'The account is overdrawn. Later rewards reduce the debt.',
} as const;
export type Standing = keyof typeof STANDINGS;
