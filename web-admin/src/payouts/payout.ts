import type { Payout, PayoutDetail } from '@fynbos/api/payouts/answers.ts';

export type PayoutFile = Payout['files'][number];

/** A line for which a response of the bank contradicts the recorded result. */
export type Contradiction = PayoutDetail['contradictions'][number];

export const FORMATS: Readonly<Record<string, string>> = {
  csv: 'Plain CSV with control totals',
  binsol: 'FNB BInSol-U 1.00',
  acb: 'ACB, 180 characters',
  'cross-border': 'Cross-border list',
};

/** Explanation of each run status and its next step. */
export const STATUS_TEXTS: Readonly<Record<Payout['status'], string>> = {
  freezing: 'Preparing the payment lines.',
  frozen: 'Ready for approval by someone other than the proposer.',
  approved: 'Approved. The lines are checked again and the files created.',
  exported: 'Files ready. Upload them to the bank, then record the bank’s results.',
  settled: 'Every line has a result.',
  cancelling: 'Cancelling. The reserved balances are being released.',
  cancelled: 'Cancelled. No payments were made.',
};
