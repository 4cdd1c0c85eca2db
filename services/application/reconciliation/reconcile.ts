import { randomUUID } from 'node:crypto';
import type { Day } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  type ReconciliationEvent,
  type ReconciliationKind,
  reconciliationDecider,
  reconciliationStreamOf,
} from '@fynbos/domain/reconciliation/reconciliation.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import { causedBy } from '../caused-by.ts';
import { withExclusiveLock } from '../exclusive-lock.ts';
import { handle, load } from '../handle.ts';
import type { Application, Essentials, WithLog } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';
import { allChecks } from './checks.ts';
import { compareList, finishList } from './compare-list.ts';
import { listById } from './list-store.ts';

/** Requests a reconciliation under an id, once. Returns the position of the request. */
export async function requestReconciliation(
  log: EventLog,
  reconciliationId: string,
  how: ReconciliationKind,
  context: CommandContext,
) {
  const command = { type: 'RequestReconciliation', reconciliationId, how } as const;
  const stream = reconciliationStreamOf(reconciliationId);
  return (await handle(log, { decider: reconciliationDecider, streamId: stream, command, context })).position;
}

export async function reconcileNow({ log }: WithLog, context: CommandContext) {
  const reconciliationId = randomUUID();
  return { reconciliationId, position: await requestReconciliation(log, reconciliationId, 'asked', context) };
}

/** Requests the reconciliation of the night of a Johannesburg day, once. */
export async function requestNightlyReconciliation(
  { log, now }: Pick<Application, 'log' | 'now'>,
  day: Day,
): Promise<object> {
  const reconciliationId = `night-${day}`;
  const context = { actor: { kind: 'system', id: 'reconcile' }, now: now(), correlationId: reconciliationId } as const;
  await requestReconciliation(log, reconciliationId, 'nightly', context);
  return { reconciliationId };
}

type ReconciliationAsked = Extract<ReconciliationEvent, { type: 'ReconciliationAsked' }>;

/**
 * Reconciles the books or an integrator's list. A lock lets one process work, because the engine starts a second job
 * after some seconds. No read waits for it.
 */
export const reconciliationReaction = (services: Essentials): Reaction =>
  reactionTo<ReconciliationAsked>({
    name: 'reconcile',
    eventTypes: ['ReconciliationAsked'],
    batchSize: 1,
    async react(batch, { signal }) {
      for (const event of batch)
        await withExclusiveLock(services.db, `reconciliation ${event.data.reconciliationId}`, signal, (owned) =>
          reconcile(services, event, owned),
        );
    },
  });

async function reconcile(
  { log, db, now }: Essentials,
  event: FoldEvent<ReconciliationAsked>,
  signal: AbortSignal,
): Promise<void> {
  const { reconciliationId, how } = event.data;
  const isList = how === 'integrator-list';
  const stream = reconciliationStreamOf(reconciliationId);
  const { state } = await load(log, reconciliationDecider, stream);
  // A process may end between the last event and finishing the list; the list is then compared again.
  const list = isList ? await listById(db, reconciliationId) : null;
  if (state.status === 'finished' && (list === null || list.state === 'done')) return;
  for (const readModel of isList ? [rentalEvents.name, rentals.name] : [incentives.name, balances.name, journal.name])
    await waitForReadModel(db, readModel, event.position, signal);
  const run = randomUUID();
  const checks = isList ? [await compareList(db, reconciliationId, run, signal)] : await allChecks({ log, db, signal });
  signal.throwIfAborted();
  const context = causedBy(event, 'reconcile', now());
  const finish = { type: 'FinishReconciliation', checks } as const;
  await handle(log, { decider: reconciliationDecider, streamId: stream, command: finish, context });
  if (isList) await finishList(db, reconciliationId, run);
}
