import { LAYOUT_NOTICE } from '@fynbos/domain/bank-files/format.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { approversNeeded, needsStatedTotal, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { ignoredText, NOT_SENT, reasonText } from '@fynbos/domain/payout-run/reasons.ts';
import { openLines, PAYOUT_RUN_UNKNOWN, type ProposedRun } from '@fynbos/domain/payout-run/state.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type PayoutLineRow, payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { type PayoutRow, payouts, runOf } from '@fynbos/projections/payouts/payouts.ts';
import {
  type Contradiction,
  countReasons,
  findPayoutRow,
  findRunBefore,
  listContradictions,
  listRunsBefore,
  type ReasonCount,
  type RunBefore,
} from '@fynbos/projections/payouts/queries.ts';
import type { Pool } from 'pg';
import { rowAsOf, rowsAsOf } from '../as-of.ts';
import type { Stores } from '../services.ts';

/** Returns the progress of a running step in chunks; null if no step is running. */
function progressOf(run: ProposedRun): { step: string; done: number; of: number | null } | null {
  const { status, chunks, checkedChunks, releasedChunks, responses } = run;
  if (status === 'freezing') return { step: 'Freezing lines', done: chunks, of: null };
  if (status === 'cancelling') return { step: 'Releasing reservations', done: releasedChunks, of: chunks + 1 };
  if (status === 'approved') return { step: 'Checking lines and writing files', done: checkedChunks, of: chunks };
  const response = [...responses.values()].find(
    ({ isAccepted, settledChunks }) => isAccepted && settledChunks < chunks,
  );
  return response ? { step: 'Settling lines', done: response.settledChunks, of: chunks } : null;
}

export const payoutRecord = (row: PayoutRow) => {
  const { state: _state, ...shown } = row;
  const run = runOf(row);
  return {
    ...shown,
    heldFor: run.heldFor,
    openLines: openLines(run),
    progress: progressOf(run),
    approversNeeded: approversNeeded(run),
    needsStatedTotal: needsStatedTotal(run),
  };
};

/** Throws 404. */
export async function payoutById(db: Pool, id: string): Promise<PayoutRow> {
  const row = await findPayoutRow(db, id);
  if (!row) throw new DomainError('not-found', 'payout-run.unknown', PAYOUT_RUN_UNKNOWN);
  return row;
}

const wholeRun = (
  row: PayoutRow,
  reasons: readonly ReasonCount[],
  previous: RunBefore | null,
  contradictions: readonly Contradiction[],
) => ({
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

/** With the counted reasons of left-out and dropped agents, and totals compared with the previous run. */
export async function payoutView(db: Pool, id: string) {
  const row = await payoutById(db, id);
  const [reasons, before, contradictions] = await Promise.all([
    countReasons(db, id),
    findRunBefore(db, row),
    listContradictions(db, id),
  ]);
  return wholeRun(row, reasons, before, contradictions);
}

const isCancelled = ({ status }: PayoutRow): boolean => status === 'cancelled' || status === 'cancelling';

const runAsOf = (log: EventLog, id: string, at: Date): Promise<PayoutRow | null> =>
  rowAsOf<PayoutRow>(log, payouts, { streamIds: [payoutRunStreamOf(id)], key: id, at });

/** Counts lines by their reason, most frequent first. */
function reasonsIn(lines: Iterable<PayoutLineRow>): ReasonCount[] {
  const counts = new Map<string, ReasonCount>();
  for (const { state, reason, nettCents } of lines) {
    if (reason === null) continue;
    const key = `${state} ${reason}`;
    const { agents, nettCents: sum } = counts.get(key) ?? { agents: 0, nettCents: 0 };
    counts.set(key, { state, reason, agents: agents + 1, nettCents: sum + nettCents });
  }
  return [...counts.values()].sort((a, b) => b.agents - a.agents);
}

/** Returns the previously proposed run of this kind, as of the instant. A run cancelled by then does not count. */
async function before({ log, db }: Stores, run: PayoutRow, at: Date): Promise<RunBefore | null> {
  for (const id of await listRunsBefore(db, run)) {
    const row = await runAsOf(log, id, at);
    if (row && !isCancelled(row)) return { id, reference: row.reference, payDate: row.payDate, frozen: row.frozen };
  }
  return null;
}

/** Returns a whole run as of an instant, folded from its own events. Throws 404 if it was not proposed yet. */
export async function pastPayoutView(services: Stores, id: string, at: Date) {
  const { log } = services;
  const run = await runAsOf(log, id, at);
  if (!run) throw new DomainError('not-found', 'payout-run.unknown', 'This payout run did not exist at that time.');
  const lines = await rowsAsOf<PayoutLineRow>(log, payoutLines, [payoutRunStreamOf(id)], at);
  const contradictions = [...lines.values()].flatMap(({ agentId, state, ignoredResult, ignoredAt }): Contradiction[] =>
    ignoredResult === null || ignoredAt === null
      ? []
      : [{ agentId, recorded: state === 'dropped' ? NOT_SENT : state, said: ignoredResult || null, at: ignoredAt }],
  );
  return wholeRun(run, reasonsIn(lines.values()), await before(services, run, at), contradictions);
}
