import { DomainError } from '@fynbos/domain/errors.ts';
import type { Pool } from 'pg';
import { columnOf, type ReadModelTable, readModelTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type IntegratorRow, integrators } from './integrators.ts';

const live = readModelTable(integrators);

/** All integrators, newest first; from a table as of an instant if one is given. */
export const allIntegrators = (db: Pool, table: ReadModelTable = live): Promise<readonly IntegratorRow[]> =>
  rowsOf(db, `select * from ${table.sql} order by "addedAt" desc, id`);

export async function integratorById(db: Pool, id: string): Promise<IntegratorRow> {
  const found = await rowOf<IntegratorRow>(db, `select * from ${live.sql} where id = $1`, [id]);
  if (!found) throw new DomainError('not-found', 'integrator.unknown', 'Integrator not found.');
  return found;
}

/** The ids of integrators that have a webhook. */
export const integratorsWithWebhooks = (db: Pool): Promise<readonly string[]> =>
  columnOf(db, 'id', `select id from ${live.sql} where json_array_length(webhooks) > 0`);

/** Ids and names of the integrators, by name. */
export const integratorNames = (db: Pool): Promise<{ id: string; name: string }[]> =>
  rowsOf(db, `select id, name from ${live.sql} order by name, id`);
