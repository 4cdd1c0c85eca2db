import { randomUUID } from 'node:crypto';
import type { Day } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  type ReconciliationKind,
  reconciliationDecider,
  reconciliationStreamOf,
} from '@fynbos/domain/reconciliation/reconciliation.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/** Requests a reconciliation under an id, once. Returns the position of the request. */
export async function requestReconciliation(
  log: EventLog,
  reconciliationId: string,
  how: ReconciliationKind,
  context: CommandContext,
) {
  const command = { type: 'AskReconciliation', reconciliationId, how, at: context.now.toISOString() } as const;
  const stream = reconciliationStreamOf(reconciliationId);
  return (await handle(log, reconciliationDecider, stream, command, context)).position;
}

/** Requests a reconciliation now. */
export async function reconcileNow({ log }: Pick<Application, 'log'>, context: CommandContext) {
  const reconciliationId = randomUUID();
  return { reconciliationId, position: await requestReconciliation(log, reconciliationId, 'asked', context) };
}

/** Requests the reconciliation of the night of a Johannesburg day, once. */
export async function askNightly({ log, now }: Pick<Application, 'log' | 'now'>, day: Day): Promise<object> {
  const reconciliationId = `night-${day}`;
  const context = { actor: { kind: 'system', id: 'reconcile' }, now: now(), correlationId: reconciliationId } as const;
  await requestReconciliation(log, reconciliationId, 'nightly', context);
  return { reconciliationId };
}
