import type { Pool } from 'pg';
import { readModelTable } from '../engine/read-model.ts';
import { type ReconciliationRow, reconciliations } from './reconciliations.ts';

const TABLE = readModelTable(reconciliations).sql;

/** The last finished reconciliation of the books before an instant (ISO 8601 UTC), or null. */
export async function lastReconciliation(db: Pool, before: string): Promise<ReconciliationRow | null> {
  const { rows } = await db.query<ReconciliationRow>(
    `select * from ${TABLE} where status <> 'running' and how <> 'integrator-list' and "finishedAt" < $1
     order by "finishedAt" desc limit 1`,
    [before],
  );
  return rows[0] ?? null;
}

/** The last finished reconciliation of the books by the time of its request, or null. */
export async function latestReconciliation(db: Pool): Promise<ReconciliationRow | null> {
  const { rows } = await db.query<ReconciliationRow>(
    `select * from ${TABLE} where status <> 'running' and how <> 'integrator-list' order by "askedAt" desc limit 1`,
  );
  return rows[0] ?? null;
}
