import type { Pool } from 'pg';
import { migrateCalls } from './calls-schema.ts';

/** Most calls, and most refused items, that are kept of one integrator, and for how long. */
export const MOST_KEPT = 1_000;
const KEPT = "interval '30 days'";
const TABLES = ['calls', '"refusedItems"'];

/** The subject under whose key an integrator's refused items are sealed. */
export const sealedAs = (integratorId: string): string => `refused-items-${integratorId}`;

/** Removes of these integrators' calls and refused items what is too old or too many. The tables must be there. */
export async function pruneCalls(db: Pool, integratorIds: readonly string[]): Promise<void> {
  for (const table of TABLES)
    await db.query(
      // Materialized, or Postgres looks for the cut anew at each row: a million rows read, a quarter of a second.
      `with x as materialized (
         select who.id, (select c."at" from integrations.${table} c where c."integratorId" = who.id
           order by c."at" desc offset $2 limit 1) as cut from unnest($1::text[]) as who(id))
       delete from integrations.${table} t using x
       where t."integratorId" = x.id and (t."at" < now() - ${KEPT} or t."at" <= x.cut)`,
      [integratorIds, MOST_KEPT],
    );
}

/** The same of every integrator, also of one that fell silent or was removed; gives of how many. Once a day. */
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
