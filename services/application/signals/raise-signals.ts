import { agentDecider, agentIdOf, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { dayOf, HOUR_MS, instantAfter } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { PayoutRunEvent } from '@fynbos/domain/payout-run/events.ts';
import { changeNearRun, NEAR_RUN_HOURS } from '@fynbos/domain/signal/rules.ts';
import { type Finding, signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { type LineInRun, linesWithChangedAccount, openLinesOf } from '@fynbos/projections/payouts/queries.ts';
import { causedBy } from '../caused-by.ts';
import { eventsOf, handle } from '../handle.ts';
import type { Essentials, Stores } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';
import { bursts, invoicedTwice, largeRentals, rebookings } from './rental-findings.ts';
import { changesSinceOpeningBalance } from './since-opening-balance.ts';

const before = (at: string): string => instantAfter(at, -NEAR_RUN_HOURS * HOUR_MS);

/** Changes of a bank account close to a run. An account entered at registration is not a change. */
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

/** Shortly before the run. Includes agents left out because the account is cooling. */
async function changesBeforeRun({ log, db }: Stores, runId: string): Promise<Finding[]> {
  const lines = await linesWithChangedAccount(db, runId);
  return changedNear(
    log,
    lines.filter(({ bankChangedAt, proposedAt }) => bankChangedAt >= before(proposedAt)),
  );
}

/** Unsettled runs with a line of the agent that were proposed in the 72 hours before the bank account changed. */
async function changesAfterRun({ log, db }: Stores, agentId: number, changedAt: string): Promise<Finding[]> {
  return changedNear(log, await openLinesOf(db, agentId, before(changedAt)));
}

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
    const { position } = await handle(log, { decider: signalDecider, streamId: stream, command, context });
    if (position !== undefined) positions.push(position);
  }
  return positions;
}

/** Scans rentals of the last months. Runs nightly, and for each payout run once it is frozen. */
async function scanRentals({ log, db }: Essentials, context: CommandContext) {
  const found = [
    ...(await bursts({ log, db }, context.now)),
    ...(await rebookings({ log, db }, context.now)),
    ...(await invoicedTwice({ log, db }, context.now)),
    ...(await largeRentals({ log, db }, context.now)),
    ...(await changesSinceOpeningBalance({ log, db }, context)),
  ];
  return { found: found.length, raised: await raise(log, found, context) };
}

/** Nightly check: returns the numbers of findings and of new signals. */
export async function raiseNightly(services: Essentials): Promise<object> {
  const now = services.now();
  const context = { actor: { kind: 'system' as const, id: 'signals' }, now, correlationId: `signals-${dayOf(now)}` };
  const { found, raised } = await scanRentals(services, context);
  return { found, raised: raised.length };
}

type Signalling =
  | Extract<PayoutRunEvent, { type: 'PayoutRunFrozen' }>
  | Extract<AgentEvent, { type: 'BankDetailsChanged' }>;

/** Usually within seconds of freezing; the run's approval does not wait. Repeated events raise nothing again. */
export const signalsReaction = (services: Essentials): Reaction =>
  reactionTo<Signalling>({
    name: 'signals',
    eventTypes: ['PayoutRunFrozen', 'BankDetailsChanged'],
    appends: ['SignalRaised', 'SignalDismissed'],
    async react(batch, { appended, signal }) {
      const { log, db } = services;
      for (const event of batch) {
        const context = causedBy(event, 'signals', services.now());
        const reaches = async (...readModels: string[]): Promise<void> => {
          for (const readModel of readModels) await waitForReadModel(db, readModel, event.position, signal);
        };
        if (event.type === 'PayoutRunFrozen') {
          await reaches('payouts', 'payout-lines', 'agents', 'balances', 'incentives', 'rentals');
          (await raise(log, await changesBeforeRun({ log, db }, event.data.runId), context)).forEach(appended);
          (await scanRentals(services, context)).raised.forEach(appended);
        } else {
          await reaches('payouts', 'payout-lines');
          const agentId = agentIdOf(event.streamId);
          (await raise(log, await changesAfterRun({ log, db }, agentId, event.data.changedAt), context)).forEach(
            appended,
          );
        }
      }
    },
  });
