import { LAYOUT_NOTICE } from '@fynbos/domain/bank-files/format.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { reasonText } from '@fynbos/domain/payout-run/reasons.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from '@fynbos/projections/payouts/payouts.ts';
import type { Pool } from 'pg';

const table = readModelTable(payouts).sql;
const lines = readModelTable(payoutLines).sql;

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
  return {
    ...shown,
    heldFor: state.heldFor ?? null,
    openLines: state.sent.lines - state.paid.lines - state.failed.lines - state.returned.lines,
    progress: progressOf(row),
  };
};

/** Returns the row of a run. Throws 404 if it does not exist. */
export async function payoutRow(pool: Pool, id: string): Promise<PayoutRow> {
  const { rows } = await pool.query<PayoutRow>(`select * from ${table} where id = $1`, [id]);
  if (!rows[0]) throw new DomainError('not-found', 'payout-run.unknown', 'There is no such payout run.');
  return rows[0];
}

/** The number of agents without a line for a reason, and the amount owed to them. */
export interface ReasonCount {
  readonly state: string;
  readonly reason: string;
  readonly agents: number;
  readonly nettCents: number;
}

export type RunBefore = Pick<PayoutRow, 'id' | 'reference' | 'payDate' | 'frozen'>;

/** Combines a whole run from its parts. */
export const wholeRun = (row: PayoutRow, reasons: readonly ReasonCount[], previous: RunBefore | undefined): object => ({
  ...payoutRecord(row),
  reasons: reasons.map((each) => ({ ...each, text: reasonText(each.reason) })),
  previous: previous
    ? {
        ...previous,
        linesMore: row.frozen.lines - previous.frozen.lines,
        nettCentsMore: row.frozen.nettCents - previous.frozen.nettCents,
      }
    : null,
  layoutNotice: LAYOUT_NOTICE,
});

/**
 * Returns a whole run: the counted reasons of left-out and dropped agents, and its totals compared with the previous
 * run.
 */
export async function payoutView(pool: Pool, id: string): Promise<object> {
  const row = await payoutRow(pool, id);
  const [reasons, before] = await Promise.all([
    pool.query<ReasonCount>(
      `select state, reason, count(*)::int as agents, sum("nettCents")::float8 as "nettCents" from ${lines}
       where "runId" = $1 and reason is not null group by state, reason order by agents desc`,
      [id],
    ),
    pool.query<RunBefore>(
      `select id, reference, "payDate", frozen from ${table}
       where batch = $1 and "proposedAt" < $2 and status not in ('cancelled', 'cancelling') order by "proposedAt" desc limit 1`,
      [row.batch, row.proposedAt],
    ),
  ]);
  return wholeRun(row, reasons.rows, before.rows[0]);
}
