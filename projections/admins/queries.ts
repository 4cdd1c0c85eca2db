import type { Pool } from 'pg';
import { columnOf, liveTable, type ReadModelTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type AdminRow, admins } from './admins.ts';

const table = liveTable(admins);

/** The ids of all administrators, disabled ones included. */
export const adminIds = (db: Pool): Promise<number[]> => columnOf(db, 'id', `select id from ${table} order by id`);

/** All administrators by id. `source`: another table of the same shape, for example as of an earlier instant. */
export const allAdmins = (db: Pool, source: ReadModelTable): Promise<AdminRow[]> =>
  rowsOf(db, `select * from ${source.sql} order by id`);

export const adminById = (db: Pool, id: number): Promise<AdminRow | null> =>
  rowOf(db, `select * from ${table} where id = $1`, [id]);

/** The enabled administrators with their roles, by id. */
export const enabledAdmins = (db: Pool): Promise<Pick<AdminRow, 'id' | 'roles'>[]> =>
  rowsOf(db, `select id, roles from ${table} where status = 'enabled' order by id`);
