import { DomainError } from '@fynbos/domain/errors.ts';
import type { Pool } from 'pg';
import { columnOf, type ReadModelTable, readModelTable } from '../engine/read-model.ts';
import { type IntegratorRow, integrators } from './integrators.ts';

const live = readModelTable(integrators);

/** All integrators, newest first; from a table as of an instant if one is given. */
export async function allIntegrators(
  db: Pool,
  table: Pick<ReadModelTable, 'sql'> = live,
): Promise<readonly IntegratorRow[]> {
  return (await db.query<IntegratorRow>(`select * from ${table.sql} order by "addedAt" desc, id`)).rows;
}

/** An integrator. Throws `DomainError` not-found. */
export async function integratorById(db: Pool, id: string): Promise<IntegratorRow> {
  const { rows } = await db.query<IntegratorRow>(`select * from ${live.sql} where id = $1`, [id]);
  if (!rows[0]) throw new DomainError('not-found', 'integrator.unknown', 'Integrator not found.');
  return rows[0];
}

/** The ids of integrators that have a webhook. */
export const integratorsWithWebhooks = (db: Pool): Promise<readonly string[]> =>
  columnOf(db, 'id', `select id from ${live.sql} where json_array_length(webhooks) > 0`);

/** Ids and names of the integrators, by name. */
export const integratorNames = async (db: Pool): Promise<{ id: string; name: string }[]> =>
  (await db.query<{ id: string; name: string }>(`select id, name from ${live.sql} order by name, id`)).rows;
