import type { Pool } from 'pg';
import { columnOf, readModelTable } from '../engine/read-model.ts';
import { type ApprovalRow, approvals } from './approvals.ts';

/** The id of a request about a subject that waits for approval or is being carried out, or null. */
export async function waitingRequestOf(db: Pool, subject: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from ${readModelTable(approvals).sql} where subject = $1 and status in ('waiting', 'approved')
     order by "requestedAt" desc limit 1`,
    [subject],
  );
  return rows[0]?.id ?? null;
}

/** The ids of all requests about a subject. */
export const requestsAbout = (db: Pool, subject: string): Promise<readonly string[]> =>
  columnOf(db, 'id', `select id from ${readModelTable(approvals).sql} where subject = $1`, [subject]);

/** Requests by id; unknown ones are left out. */
export async function approvalsById(db: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<ApprovalRow>(`select * from ${readModelTable(approvals).sql} where id = any($1)`, [
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}
