import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { type Finding, signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import { handle } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { changesAfterRun, changesBeforeRun } from './bank-change.ts';
import { bursts, invoicedTwice, largeRentals, rebookings } from './rentals.ts';
import { changesSinceMigration } from './since-migration.ts';

/** Raises findings, each one once however often it is found. Returns the positions of new signals. */
export async function raise(
  log: EventLog,
  findings: readonly Finding[],
  context: CommandContext,
): Promise<readonly Position[]> {
  const positions: Position[] = [];
  for (const finding of findings) {
    const stream = signalStreamOf(finding.agentId, finding.signalId);
    const command = { type: 'RaiseSignal', ...finding } as const;
    const { position } = await handle(log, signalDecider, stream, command, context);
    if (position !== undefined) positions.push(position);
  }
  return positions;
}

/**
 * Finds signals in the rentals of the last months. Runs every night, and for each payout run before it can be approved.
 */
async function scanRentals({ log, db }: Essentials, context: CommandContext) {
  const found = [
    ...(await bursts({ log, db }, context.now)),
    ...(await rebookings({ log, db }, context.now)),
    ...(await invoicedTwice({ log, db }, context.now)),
    ...(await largeRentals({ log, db }, context.now)),
    ...(await changesSinceMigration({ log, db }, context)),
  ];
  return { found: found.length, raised: await raise(log, found, context) };
}

/** Nightly check: returns the numbers of findings and of new signals. */
export async function raiseNightly(deps: Essentials): Promise<object> {
  const now = deps.now();
  const context = { actor: { kind: 'system' as const, id: 'signals' }, now, correlationId: `signals-${dayOf(now)}` };
  const { found, raised } = await scanRentals(deps, context);
  return { found, raised: raised.length };
}

/**
 * Raises signals for payout runs and changes of bank accounts. All signals are raised before the run can be approved
 * by a person who checks the queue; repeated events raise nothing again.
 */
export const signalsReaction = (deps: Essentials): Reaction => ({
  name: 'signals',
  eventTypes: ['PayoutRunFrozen', 'BankDetailsChanged'],
  appends: ['SignalRaised', 'SignalDismissed'],
  async react(batch, { appended, signal }) {
    const { log, db } = deps;
    for (const event of batch) {
      const context = causedBy(event, 'signals', deps.now());
      const reaches = async (...readModels: string[]): Promise<void> => {
        for (const readModel of readModels) await waitForReadModel(db, readModel, event.position, signal);
      };
      if (event.type === 'PayoutRunFrozen') {
        await reaches('payouts', 'payout-lines', 'agents', 'balances', 'incentives', 'rentals');
        const { runId } = event.data as { runId: string };
        (await raise(log, await changesBeforeRun({ log, db }, runId), context)).forEach(appended);
        (await scanRentals(deps, context)).raised.forEach(appended);
      } else {
        await reaches('payouts', 'payout-lines');
        const { changedAt } = event.data as { changedAt: string };
        const agentId = agentIdOf(event.streamId);
        (await raise(log, await changesAfterRun({ log, db }, agentId, changedAt), context)).forEach(appended);
      }
    }
  },
});
