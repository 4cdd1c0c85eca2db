import { LAYOUT_NOTICE } from '@fynbos/domain/bank-files/format.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { reasonText } from '@fynbos/domain/payout-run/reasons.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from '@fynbos/projections/payouts/payouts.ts';
import type { Pool } from 'pg';

const table = readModelTable(payouts).sql;
const lines = readModelTable(payoutLines).sql;

/** How far a run at work has come, in chunks; null where nothing is going on. */
export function progressOf({ state }: PayoutRow): { step: string; done: number; of: number | null } | null {
  const { status, chunks, checkedChunks, releasedChunks } = state;
  if (status === 'freezing') return { step: 'Freezing lines', done: chunks, of: null };
  if (status === 'cancelling') return { step: 'Freeing accounts', done: releasedChunks, of: chunks + 1 };
  if (status === 'approved') return { step: 'Checking lines and writing files', done: checkedChunks, of: chunks };
  const answer = state.answers.find(([, { isTaken, settledChunks }]) => isTaken && settledChunks < chunks)?.[1];
  return answer ? { step: 'Settling lines', done: answer.settledChunks, of: chunks } : null;
}

/** A run as lists show it. */
export const payoutRecord = (row: PayoutRow): object => {
  const { state, ...shown } = row;
  return {
    ...shown,
    heldFor: state.heldFor ?? null,
    openLines: state.sent.lines - state.paid.lines - state.failed.lines - state.returned.lines,
    progress: progressOf(row),
  };
};

/** The row of a run; 404 where there is none. */
export async function payoutRow(pool: Pool, id: string): Promise<PayoutRow> {
  const { rows } = await pool.query<PayoutRow>(`select * from ${table} where id = $1`, [id]);
  if (!rows[0]) throw new DomainError('not-found', 'payout-run.unknown', 'There is no such payout run.');
  return rows[0];
}

/** How many agents have no line for a reason, and what they are owed. */
export interface ReasonCount {
  readonly state: string;
  readonly reason: string;
  readonly agents: number;
  readonly nettCents: number;
}

export type RunBefore = Pick<PayoutRow, 'id' | 'reference' | 'payDate' | 'frozen'>;

/** A run whole, from its parts. */
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

/** A run whole: why agents are left out or dropped, with counts, and its totals against those of the run before. */
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
