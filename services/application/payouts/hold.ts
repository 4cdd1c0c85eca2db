import { mayBeAtTheBank } from '@fynbos/domain/payout-run/payout-run.ts';
import type { ProposedRun } from '@fynbos/domain/payout-run/state.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { RunSession } from './run-session.ts';

async function* runIds({ store }: EventLog): AsyncGenerator<string> {
  for await (const events of allPages(store, { types: ['PayoutRunProposed'] }))
    for (const { data } of events) yield (data as { runId: string }).runId;
}

/**
 * Puts every unsettled run on hold after a restore, because it is unknown whether the run was sent to the bank after
 * the backup. Returns these runs in their current state. Throws `StoreUnavailable`.
 */
export async function holdOpenRuns(log: EventLog, reason: string, now: Date): Promise<readonly ProposedRun[]> {
  const open: ProposedRun[] = [];
  const context = {
    actor: { kind: 'system', id: 'restore' } as const,
    now,
    correlationId: `restore-${now.toISOString()}`,
    reason,
  };
  for await (const runId of runIds(log)) {
    const session = await RunSession.open(log, runId);
    if (!mayBeAtTheBank(session.state)) continue;
    await session.execute({ type: 'HoldPayoutRun', reason }, context);
    open.push(session.state);
  }
  return open;
}
