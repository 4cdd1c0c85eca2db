import type { Pool } from 'pg';

/** Longer than what happened is news (3 days), and than the longest warning of an expiry is repeated (60 days). */
const KEPT_MS = 90 * 24 * 3_600_000;

/**
 * Forgets notices that were sent or dropped, codes that were given up, and what the development inbox shows, 90 days
 * later. The dead letter stays until somebody looked at it; so does what was told of a log that does not hold, since the
 * same break is told once. Gives how many.
 */
export async function forgetOldNotices(db: Pool, now: Date): Promise<{ notices: number; inbox: number }> {
  const before = new Date(now.getTime() - KEPT_MS);
  const notices = await db.query(
    `delete from notices.notices where "changedAt" < $1 and kind <> 'log-not-intact'
       and (state in ('sent', 'dropped') or state = 'dead' and kind = 'code')`,
    [before],
  );
  const inbox = await db.query(`delete from notices."devInbox" where "sentAt" < $1`, [before]);
  return { notices: notices.rowCount ?? 0, inbox: inbox.rowCount ?? 0 };
}
