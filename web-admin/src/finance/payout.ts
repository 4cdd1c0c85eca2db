import type { RaRecord } from 'react-admin';

export interface Totals {
  readonly lines: number;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

export interface PayoutFile {
  readonly format: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly lines: number;
}

/** A payout run in a list. */
export interface Payout extends RaRecord {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly batch: string;
  readonly cutOff: string;
  readonly payDate: string;
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly approvedBy: string | null;
  readonly approvedAt: string | null;
  readonly exportedAt: string | null;
  readonly settledAt: string | null;
  readonly reason: string | null;
  /** Reason why no part of the run may go to the bank now. */
  readonly heldFor: string | null;
  readonly leftOut: number;
  readonly openLines: number;
  readonly frozen: Totals;
  readonly dropped: Totals;
  readonly sent: Totals;
  readonly paid: Totals;
  readonly failed: Totals;
  readonly returned: Totals;
  readonly files: readonly PayoutFile[];
  readonly progress: { readonly step: string; readonly done: number; readonly of: number | null } | null;
}

/** A payout run with all its details. */
export interface PayoutView extends Payout {
  readonly reasons: readonly { state: string; reason: string; text: string; agents: number; nettCents: number }[];
  readonly previous:
    | (Pick<Payout, 'id' | 'reference' | 'payDate' | 'frozen'> & { linesMore: number; nettCentsMore: number })
    | null;
  readonly layoutNotice: string;
}

export const FORMATS: Readonly<Record<string, string>> = {
  csv: 'Plain CSV with control totals',
  binsol: 'FNB BInSol-U 1.00',
  acb: 'ACB, 180 characters',
  'cross-border': 'Cross-border list',
};

/** Explanation of each run status and its next step. */
export const STATUS_TEXTS: Readonly<Record<string, string>> = {
  freezing: 'The lines are being frozen.',
  frozen: 'Frozen. A second person approves it.',
  approved: 'Approved. Lines are checked again and files are written.',
  exported: 'The files are ready for the bank. Its answer settles the lines.',
  settled: 'Every line is paid or failed.',
  cancelling: 'Cancelled. The accounts are being freed.',
  cancelled: 'Cancelled. Nothing was paid.',
};
