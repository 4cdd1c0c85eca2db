import { NOTICE_QUEUE } from '@fynbos/application/notices/notices.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import { rebuildingReadModels } from '@fynbos/projections/engine/rebuild/completeness.ts';
import type { Services } from './http/services.ts';
import type { Dependency } from './server/health.ts';

/** Dependencies that the API requires, for `/readyz`. */
export const dependenciesOf = ({ db, store, gate }: Services, queues: Queues): readonly Dependency[] => [
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
      await store.head();
      return null;
    },
  },
  // Checks that the log is the expected one and has all its events (projections/engine/own-log/log-guard.ts).
  { name: 'event-log', check: async () => gate.refusal?.message ?? null },
  {
    name: 'queues',
    check: async () => {
      await queues.queue(NOTICE_QUEUE).count();
      return null;
    },
  },
];

interface Checkpoint {
  readonly projection: string;
  readonly kind: string;
  readonly position: string | null;
  readonly parked: number;
}

/**
 * Returns the read models that are being rebuilt from empty. For each read model and reaction, returns its checkpoint,
 * whether that is the head of the log, and the number of its blocked keys. The process is ready while read models are
 * rebuilt: sign-in and commands work, and each call that would show partial figures is refused (docs/decisions/0039).
 */
export async function readModelLag({ db, store }: Services): Promise<Record<string, unknown>> {
  const [head, rebuilding, { rows }] = await Promise.all([
    store.head(),
    rebuildingReadModels(db),
    db.query<Checkpoint>(
      `select c."projection", c."kind", case when count(c."position") = count(*) then min(c."position") end as "position",
         (select count(*)::int from engine.parked p where p."projection" = c."projection") as parked
       from engine.checkpoints c group by c."projection", c."kind" order by c."projection"`,
    ),
  ]);
  const readModels = rows.map(({ projection, kind, position, parked }) => ({
    name: projection,
    kind,
    position,
    parked,
    caughtUp: head === undefined || (position !== null && position >= head),
  }));
  return { head: head ?? null, rebuilding, readModels };
}
