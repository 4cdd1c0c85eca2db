import type { Pool } from 'pg';
import { columnOf, liveTable, rowsOf } from '../engine/read-model.ts';
import { type ApprovalRow, approvals } from './approvals.ts';

/** The id of a request about a subject that waits for approval or is being carried out, or null. */
export async function waitingRequestOf(db: Pool, subject: string): Promise<string | null> {
  const [id = null] = await columnOf<string>(
    db,
    'id',
    `select id from ${liveTable(approvals)} where subject = $1 and status in ('waiting', 'approved')
     order by "requestedAt" desc limit 1`,
    [subject],
  );
  return id;
}

/** The ids of all requests about a subject. */
export const requestsAbout = (db: Pool, subject: string): Promise<readonly string[]> =>
  columnOf(db, 'id', `select id from ${liveTable(approvals)} where subject = $1`, [subject]);

/** Requests by id; unknown ones are left out. */
export async function approvalsById(db: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalRow>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<ApprovalRow>(db, `select * from ${liveTable(approvals)} where id = any($1)`, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
