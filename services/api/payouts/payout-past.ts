import { rowAsOf, rowsAsOf } from '@fynbos/application/as-of.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { NOT_SENT } from '@fynbos/domain/payout-run/reasons.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type PayoutLineRow, payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from '@fynbos/projections/payouts/payouts.ts';
import {
  type Contradiction,
  listRunsBefore,
  type ReasonCount,
  type RunBefore,
} from '@fynbos/projections/payouts/queries.ts';
import type { Services } from '../http/services.ts';
import { wholeRun } from './payout-view.ts';

const isCancelled = ({ status }: PayoutRow): boolean => status === 'cancelled' || status === 'cancelling';

const runAsOf = (log: EventLog, id: string, at: Date): Promise<PayoutRow | null> =>
  rowAsOf<PayoutRow>(log, payouts, [payoutRunStreamOf(id)], id, at);

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
async function before({ log, db }: Pick<Services, 'log' | 'db'>, run: PayoutRow, at: Date): Promise<RunBefore | null> {
  for (const id of await listRunsBefore(db, run)) {
    const row = await runAsOf(log, id, at);
    if (row && !isCancelled(row)) return { id, reference: row.reference, payDate: row.payDate, frozen: row.frozen };
  }
  return null;
}

/** Returns a whole run as of an instant, folded from its own events. Throws 404 if it was not proposed yet. */
export async function pastPayoutView(services: Pick<Services, 'log' | 'db'>, id: string, at: Date): Promise<object> {
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
