import type { Pool } from 'pg';
import { migrateCalls } from './calls-schema.ts';

/** Number of calls, and of refused items, kept per integrator, and for how long. */
export const MOST_KEPT = 1_000;
const KEPT = "interval '30 days'";
const TABLES = ['calls', '"refusedItems"'];

/** The subject of the key that encrypts an integrator's refused items. */
export const sealedAs = (integratorId: string): string => `refused-items-${integratorId}`;

/** Deletes the calls and refused items of these integrators that are too old or too many. The tables must exist. */
export async function pruneCalls(db: Pool, integratorIds: readonly string[]): Promise<void> {
  for (const table of TABLES)
    await db.query(
      // Materialized: otherwise Postgres computes the cut for each row (a million rows read, 250 ms).
      `with x as materialized (
         select who.id, (select c."at" from integrations.${table} c where c."integratorId" = who.id
           order by c."at" desc offset $2 limit 1) as cut from unnest($1::text[]) as who(id))
       delete from integrations.${table} t using x
       where t."integratorId" = x.id and (t."at" < now() - ${KEPT} or t."at" <= x.cut)`,
      [integratorIds, MOST_KEPT],
    );
}

/** Prunes the calls of all integrators, removed ones included. Runs daily. */
export async function pruneAllCalls(db: Pool): Promise<{ integrators: number }> {
  await migrateCalls(db);
  const { rows } = await db.query<{ id: string }>(
    TABLES.map((table) => `select distinct "integratorId" as id from integrations.${table}`).join(' union '),
  );
  await pruneCalls(
    db,
    rows.map(({ id }) => id),
  );
  return { integrators: rows.length };
}
