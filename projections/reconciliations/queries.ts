import type { Pool } from 'pg';
import { liveTable, rowOf } from '../engine/read-model.ts';
import { type ReconciliationRow, reconciliations } from './reconciliations.ts';

const RECONCILIATIONS_TABLE = liveTable(reconciliations);

/** The last finished reconciliation of the books before an instant (ISO 8601 UTC), or null. */
export const lastReconciliation = (db: Pool, before: string): Promise<ReconciliationRow | null> =>
  rowOf(
    db,
    `select * from ${RECONCILIATIONS_TABLE} where status <> 'running' and how <> 'integrator-list' and "finishedAt" < $1
     order by "finishedAt" desc limit 1`,
    [before],
  );

/** The last finished reconciliation of the books by the time of its request, or null. */
export const latestReconciliation = (db: Pool): Promise<ReconciliationRow | null> =>
  rowOf(
    db,
    `select * from ${RECONCILIATIONS_TABLE} where status <> 'running' and how <> 'integrator-list' order by "askedAt" desc limit 1`,
  );
