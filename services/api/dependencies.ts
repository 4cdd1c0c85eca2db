import { NOTICE_QUEUE } from '@fynbos/application/notices/notices.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import { rebuildingReadModels } from '@fynbos/projections/engine/rebuild/completeness.ts';
import { subscriptionStatuses } from '@fynbos/projections/engine/status.ts';
import type { Services } from './http/services.ts';
import type { Dependency } from './server/health.ts';

/** Dependencies that the API requires, for `/readyz`. */
export const dependenciesOf = ({ db, log, gate }: Services, queues: Queues): readonly Dependency[] => [
  {
    name: 'postgres',
    check: async () => {
      await db.query('select 1');
      return null;
    },
  },
  {
    name: 'event-store',
    check: async () => {
      await log.store.head();
      return null;
    },
  },
  // Checks that the log is the expected one and has all its events (services/event-store/own-log/log-guard.ts).
  { name: 'event-log', check: async () => gate.refusal?.message ?? null },
  {
    name: 'queues',
    check: async () => {
      await queues.queue(NOTICE_QUEUE).count();
      return null;
    },
  },
];

/**
 * For read models and reactions: checkpoint, lag (age of the oldest unprocessed event, ms), whether it is at the head,
 * and blocked keys. The process is ready during a rebuild: sign-in and commands work, and calls that would show partial
 * figures are refused (docs/decisions/0039).
 */
export async function readModelLag({ db, log, now }: Services): Promise<Record<string, unknown>> {
  const [head, rebuilding, statuses] = await Promise.all([
    log.store.head(),
    rebuildingReadModels(db),
    subscriptionStatuses(db, log.store, now(), 1),
  ]);
  const readModels = statuses.map(({ name, kind, position, lagMs, blockedKeys: parked }) => ({
    name,
    kind,
    position,
    lagMs,
    parked,
    caughtUp: head === undefined || (position !== null && position >= head),
  }));
  return { head: head ?? null, rebuilding, readModels };
}
