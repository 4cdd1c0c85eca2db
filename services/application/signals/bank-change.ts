import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { changeNearRun, NEAR_RUN_HOURS } from '@fynbos/domain/signal/rules.ts';
import type { Finding } from '@fynbos/domain/signal/signal.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type LineInRun, linesWithChangedAccount, openLinesOf } from '@fynbos/projections/payouts/queries.ts';
import { eventsOf } from '../handle.ts';
import type { Application } from '../services.ts';

const before = (at: string): string => new Date(Date.parse(at) - NEAR_RUN_HOURS * HOUR_MS).toISOString();

/**
 * Finds changes of bank accounts close to a run. An account entered at registration is not a change: only recorded
 * changes count.
 */
async function changedNear(log: EventLog, lines: readonly LineInRun[]): Promise<Finding[]> {
  const streams = await log.readStreams([...new Set(lines.map(({ agentId }) => agentStreamOf(agentId)))]);
  return lines.flatMap(({ agentId, runId, reference, proposedAt }) => {
    const events = eventsOf(agentDecider, streams.get(agentStreamOf(agentId)));
    const changes = events.flatMap(({ type, data }) => (type === 'BankDetailsChanged' ? [data.changedAt] : []));
    const near = changeNearRun(changes, proposedAt);
    if (near === null) return [];
    return [
      {
        agentId,
        signalId: `bank-change-${runId}`,
        signal: 'BankChangeNearRun' as const,
        finding: `The bank account was changed within ${NEAR_RUN_HOURS} hours of payout run ${reference}.`,
        evidence: [],
      },
    ];
  });
}

/**
 * Agents of a run with a bank account that changed shortly before it. Includes agents left out because the account is
 * cooling.
 */
export async function changesBeforeRun(
  { log, db }: Pick<Application, 'log' | 'db'>,
  runId: string,
): Promise<Finding[]> {
  const lines = await linesWithChangedAccount(db, runId);
  return changedNear(
    log,
    lines.filter(({ bankChangedAt, proposedAt }) => bankChangedAt >= before(proposedAt)),
  );
}

/** Unsettled runs with a line of the agent that were proposed in the 72 hours before the bank account changed. */
export async function changesAfterRun(
  { log, db }: Pick<Application, 'log' | 'db'>,
  agentId: number,
  changedAt: string,
): Promise<Finding[]> {
  return changedNear(log, await openLinesOf(db, agentId, before(changedAt)));
}
