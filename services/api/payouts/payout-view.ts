import { LAYOUT_NOTICE } from '@fynbos/domain/bank-files/format.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { approversNeeded, needsStatedTotal } from '@fynbos/domain/payout-run/payout-run.ts';
import { ignoredText, reasonText } from '@fynbos/domain/payout-run/reasons.ts';
import { PAYOUT_RUN_UNKNOWN } from '@fynbos/domain/payout-run/state.ts';
import { type PayoutRow, runOf } from '@fynbos/projections/payouts/payouts.ts';
import {
  type Contradiction,
  countReasons,
  findPayoutRow,
  findRunBefore,
  listContradictions,
  type ReasonCount,
  type RunBefore,
} from '@fynbos/projections/payouts/queries.ts';
import type { Pool } from 'pg';

/** Returns the progress of a running step in chunks; null if no step is running. */
export function progressOf({ state }: PayoutRow): { step: string; done: number; of: number | null } | null {
  const { status, chunks, checkedChunks, releasedChunks } = state;
  if (status === 'freezing') return { step: 'Freezing lines', done: chunks, of: null };
  if (status === 'cancelling') return { step: 'Freeing accounts', done: releasedChunks, of: chunks + 1 };
  if (status === 'approved') return { step: 'Checking lines and writing files', done: checkedChunks, of: chunks };
  const answer = state.answers.find(([, { isTaken, settledChunks }]) => isTaken && settledChunks < chunks)?.[1];
  return answer ? { step: 'Settling lines', done: answer.settledChunks, of: chunks } : null;
}

/** Returns a run as lists show it. */
export const payoutRecord = (row: PayoutRow): object => {
  const { state, ...shown } = row;
  const run = runOf(row);
  return {
    ...shown,
    heldFor: state.heldFor ?? null,
    openLines: state.sent.lines - state.paid.lines - state.failed.lines - state.returned.lines,
    progress: progressOf(row),
    approversNeeded: approversNeeded(run),
    needsStatedTotal: needsStatedTotal(run),
  };
};

/** Returns the row of a run. Throws 404 if it does not exist. */
export async function payoutRow(db: Pool, id: string): Promise<PayoutRow> {
  const row = await findPayoutRow(db, id);
  if (!row) throw new DomainError('not-found', 'payout-run.unknown', PAYOUT_RUN_UNKNOWN);
  return row;
}

/** Combines a whole run from its parts. */
export const wholeRun = (
  row: PayoutRow,
  reasons: readonly ReasonCount[],
  previous: RunBefore | null,
  contradictions: readonly Contradiction[],
): object => ({
  ...payoutRecord(row),
  reasons: reasons.map((each) => ({ ...each, text: reasonText(each.reason) })),
  previous: previous
    ? {
        ...previous,
        linesMore: row.frozen.lines - previous.frozen.lines,
        nettCentsMore: row.frozen.nettCents - previous.frozen.nettCents,
      }
    : null,
  contradictions: contradictions.map((each) => ({ ...each, text: ignoredText(each.said, each.recorded) })),
  layoutNotice: LAYOUT_NOTICE,
});

/**
 * Returns a whole run: the counted reasons of left-out and dropped agents, and its totals compared with the previous
 * run.
 */
export async function payoutView(db: Pool, id: string): Promise<object> {
  const row = await payoutRow(db, id);
  const [reasons, before, contradictions] = await Promise.all([
    countReasons(db, id),
    findRunBefore(db, row),
    listContradictions(db, id),
  ]);
  return wholeRun(row, reasons, before, contradictions);
}
