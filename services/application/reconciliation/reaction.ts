import { randomUUID } from 'node:crypto';
import type { Day } from '@fynbos/domain/calendar.ts';
import type { ReconciliationEvent } from '@fynbos/domain/reconciliation/events.ts';
import { reconciliationDecider, reconciliationStreamOf } from '@fynbos/domain/reconciliation/reconciliation.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import type pg from 'pg';
import { causedBy } from '../caused-by.ts';
import { handle, load } from '../handle.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { withLease } from '../with-lease.ts';
import { allChecks } from './checks.ts';
import { compareList, finishList } from './compare-list.ts';
import { listById } from './list-store.ts';

export interface ReconciliationDeps {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly now: () => Date;
}

type Asked = FoldEvent<Extract<ReconciliationEvent, { type: 'ReconciliationAsked' }>>;

/**
 * Compares the books with themselves, or an integrator's list with what it recorded, when somebody, or the night, asks. No
 * read waits for it. It takes its time, after some seconds of which the engine makes a second job, so one process does it.
 */
export const reconciliationReaction = (deps: ReconciliationDeps): Reaction => ({
  name: 'reconcile',
  eventTypes: ['ReconciliationAsked'],
  appends: [],
  startAt: 'first',
  batchSize: 1,
  async react(batch, { signal }) {
    for (const event of batch as readonly Asked[])
      await withLease(deps.db, `reconciliation ${event.data.reconciliationId}`, signal, (owned) =>
        reconcile(deps, event, owned),
      );
  },
});

async function reconcile({ log, db, now }: ReconciliationDeps, event: Asked, signal: AbortSignal): Promise<void> {
  const { reconciliationId, how } = event.data;
  const isList = how === 'integrator-list';
  const stream = reconciliationStreamOf(reconciliationId);
  const { state } = await load(log, reconciliationDecider, stream);
  // Of a list whose process died just then the lines are still there, and whether all that was found is not known.
  const list = isList ? await listById(db, reconciliationId) : null;
  if (state.status === 'finished' && (list === null || list.state === 'done')) return;
  for (const readModel of isList ? [rentalEvents.name, rentals.name] : [incentives.name, balances.name])
    await waitForReadModel(db, readModel, event.position, signal);
  const run = randomUUID();
  const checks = isList ? [await compareList(db, reconciliationId, run, signal)] : await allChecks({ log, db, signal });
  signal.throwIfAborted();
  const context = causedBy(event, 'reconcile', now());
  const finish = { type: 'FinishReconciliation', checks, at: now().toISOString() } as const;
  await handle(log, reconciliationDecider, stream, finish, context);
  if (isList) await finishList(db, reconciliationId, run);
}

/** Asks for the reconciliation of a Johannesburg day's night, once. */
export async function askNightly({ log, now }: ReconciliationDeps, day: Day): Promise<object> {
  const at = now();
  const reconciliationId = `night-${day}`;
  const context = { actor: { kind: 'system' as const, id: 'reconcile' }, now: at, correlationId: reconciliationId };
  const command = { type: 'AskReconciliation', reconciliationId, how: 'nightly', at: at.toISOString() } as const;
  await handle(log, reconciliationDecider, reconciliationStreamOf(reconciliationId), command, context);
  return { reconciliationId };
}
