import type { Pool } from 'pg';
import { readModelTable } from '../engine/read-model.ts';
import { approvals } from './approvals.ts';

/** The id of a request about a subject that waits for approval or is being carried out, or null. */
export async function waitingRequestOf(db: Pool, subject: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from ${readModelTable(approvals).sql} where subject = $1 and status in ('waiting', 'approved')
     order by "requestedAt" desc limit 1`,
    [subject],
  );
  return rows[0]?.id ?? null;
}
