import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { Pool } from 'pg';

/** Longer than an event is notified after it happened (3 days), and than expiry warnings can recur (60 days). */
const KEPT_MS = 90 * DAY_MS;

/**
 * Deletes notices that were sent or dropped, codes and notifications that were given up, and messages in the development inbox, after 90
 * days.
 * Keeps the dead letter until an administrator handles it, and the notices of failed log verifications, because the
 * same failure is reported once. Returns the numbers of deleted rows.
 */
export async function deleteOldNotices(db: Pool, now: Date): Promise<{ notices: number; inbox: number }> {
  const before = new Date(now.getTime() - KEPT_MS);
  const notices = await db.query(
    `delete from notices.notices where "changedAt" < $1 and kind <> 'log-not-intact'
       and (state in ('sent', 'dropped') or state = 'dead' and (kind = 'code' or channel = 'push'))`,
    [before],
  );
  const inbox = await db.query(`delete from notices."devInbox" where "sentAt" < $1`, [before]);
  return { notices: notices.rowCount ?? 0, inbox: inbox.rowCount ?? 0 };
}
