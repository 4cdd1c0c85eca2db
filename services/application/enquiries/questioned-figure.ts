import type { QuestionedFigure } from '@fynbos/domain/enquiry/events.ts';
import { explanationOf } from '@fynbos/projections/incentives/explanation.ts';
import { findIncentive } from '@fynbos/projections/incentives/queries.ts';
import { findPayoutRow } from '@fynbos/projections/payouts/queries.ts';
import { payoutStatementOf } from '../payouts/payout-statement.ts';
import { accountEntries } from '../rewards/accounts.ts';
import type { Stores } from '../services.ts';

/** What an agent questions: a payout, a line of a payout, or a reward. `lineName`: as in the payout's lines. */
export interface FigureReference {
  readonly runId: string;
  readonly lineName: string;
  readonly reservationNo: string;
}

/** From the agent's own records only (Q3); null where the agent has no such figure. */
export async function questionedFigure(
  { log, db }: Stores,
  agentId: number,
  { runId, lineName, reservationNo }: FigureReference,
): Promise<QuestionedFigure | null> {
  const named = reservationNo || lineName;
  const reward = named ? await findIncentive(db, named) : null;
  const own = reward?.agentId === agentId ? reward : null;
  const explanation = own ? explanationOf(own) : '';
  if (runId) {
    const [statement, run] = [
      payoutStatementOf(await accountEntries(log, agentId), runId),
      await findPayoutRow(db, runId),
    ];
    if (!statement || !run) return null;
    const line = lineName ? statement.lines.find(({ name }) => name === lineName) : undefined;
    if (lineName && !line) return null;
    const { grossCents, payeCents, nettCents } = line ?? statement;
    return {
      runId,
      reference: run.reference,
      status: statement.state,
      grossCents,
      payeCents,
      nettCents,
      reservationNo: line?.what === 'reward' ? line.name : null,
      name: line?.name ?? '',
      explanation: explanation || (line?.detail ?? `${statement.lines.length} rewards and corrections`),
    };
  }
  if (!own) return null;
  const { grossCents, payeCents, nettCents, status } = own;
  const reference = own.runId ? ((await findPayoutRow(db, own.runId))?.reference ?? null) : null;
  return {
    runId: own.runId,
    reference,
    reservationNo: own.reservationNo,
    name: own.reservationNo,
    status,
    grossCents,
    payeCents,
    nettCents,
    explanation,
  };
}
