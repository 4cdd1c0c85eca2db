import type { Pool } from 'pg';
import { liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type AgentRow, agents } from './agents.ts';

const AGENTS_TABLE = liveTable(agents);

/** An agent's row; null where the read model does not have it yet. */
export const findAgentRow = (db: Pool, agentId: number): Promise<AgentRow | null> =>
  rowOf(db, `select * from ${AGENTS_TABLE} where id = $1`, [agentId]);

/** The number of active agents by tax country. */
export async function agentsByTaxCountry(db: Pool): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ country: string; count: number }>(
    db,
    `select "taxCountry" as country, count(*)::int as count from ${AGENTS_TABLE} where status = 'active' group by 1`,
  );
  return new Map(rows.map(({ country, count }) => [country, count]));
}

/** A query with the tracking number and the name of the agent of each row, by its `agentId`. */
export const withAgentNames = (query: string): string =>
  `select g.*, a."loyaltyTrackingNo", nullif(trim(concat_ws(' ', a."firstName", a.surname)), '') as "agentName"
   from (${query}) g left join ${AGENTS_TABLE} a on a.id = g."agentId"`;
