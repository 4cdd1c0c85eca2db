import type { Payout, WholePayout } from '@fynbos/api/payouts/answers.ts';

export type { Payout, WholePayout as PayoutView } from '@fynbos/api/payouts/answers.ts';

export type PayoutFile = Payout['files'][number];

/** A line for which an answer of the bank contradicts the recorded result. */
export type Contradiction = WholePayout['contradictions'][number];

export const FORMATS: Readonly<Record<string, string>> = {
  csv: 'Plain CSV with control totals',
  binsol: 'FNB BInSol-U 1.00',
  acb: 'ACB, 180 characters',
  'cross-border': 'Cross-border list',
};

/** Explanation of each run status and its next step. */
export const STATUS_TEXTS: Readonly<Record<string, string>> = {
  freezing: 'The lines are being frozen.',
  frozen: 'Ready for approval. Somebody other than the proposer must approve it.',
  approved: 'Approved. Lines are checked again and files are written.',
  exported: 'Files ready. Upload them to the bank, then record what the bank paid.',
  settled: 'Every line has a result.',
  cancelling: 'Cancelled. The accounts are being freed.',
  cancelled: 'Cancelled. No payments were made.',
};
