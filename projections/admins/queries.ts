import type { Pool } from 'pg';
import { blockedKeys } from '../engine/blocked-keys.ts';
import { columnOf, liveTable, type ReadModelTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type AdminRow, admins } from './admins.ts';

const table = liveTable(admins);

/** The ids of all administrators, in order. Some are disabled; some have no row, because their key is blocked. */
export async function adminIds(db: Pool): Promise<number[]> {
  const ids = await columnOf<number>(db, 'id', `select id from ${table}`);
  // A key is the id, or ends with it where it names the stream.
  const blocked = (await blockedKeys(db, admins.name)).map(({ key }) => Number(/\d+$/.exec(key)?.[0]));
  return [...new Set([...ids, ...blocked])].sort((a, b) => a - b);
}

/** All administrators by id. `source`: another table of the same shape, for example as of an earlier instant. */
export const allAdmins = (db: Pool, source: ReadModelTable): Promise<AdminRow[]> =>
  rowsOf(db, `select * from ${source.sql} order by id`);

export const adminById = (db: Pool, id: number): Promise<AdminRow | null> =>
  rowOf(db, `select * from ${table} where id = $1`, [id]);

/** The enabled administrators with their roles, by id. */
export const enabledAdmins = (db: Pool): Promise<Pick<AdminRow, 'id' | 'roles'>[]> =>
  rowsOf(db, `select id, roles from ${table} where status = 'enabled' order by id`);
