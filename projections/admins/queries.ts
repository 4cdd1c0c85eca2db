import type { Pool } from 'pg';
import { columnOf, readModelTable } from '../engine/read-model.ts';
import { type AdminRow, admins } from './admins.ts';

const table = readModelTable(admins).sql;

/** The ids of all administrators, disabled ones included. */
export const adminIds = (db: Pool): Promise<number[]> => columnOf(db, 'id', `select id from ${table} order by id`);

/** All administrators by id. `source`: another table of the same shape, for example as of an earlier instant. */
export async function allAdmins(db: Pool, source: { readonly sql: string }): Promise<AdminRow[]> {
  return (await db.query<AdminRow>(`select * from ${source.sql} order by id`)).rows;
}

/** One administrator, or undefined. */
export async function adminById(db: Pool, id: number): Promise<AdminRow | undefined> {
  return (await db.query<AdminRow>(`select * from ${table} where id = $1`, [id])).rows[0];
}

/** The enabled administrators with their roles, by id. */
export async function enabledAdmins(db: Pool): Promise<Pick<AdminRow, 'id' | 'roles'>[]> {
  const text = `select id, roles from ${table} where status = 'enabled' order by id`;
  return (await db.query<Pick<AdminRow, 'id' | 'roles'>>(text)).rows;
}
