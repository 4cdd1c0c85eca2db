import type { Pool } from 'pg';
import type { Channel } from './notices.ts';

/** Longer than what happened is news (3 days), and than the longest warning of an expiry is repeated (60 days). */
const KEPT_MS = 90 * 24 * 3_600_000;

/**
 * How many notices wait in the dead letter for a person to look at, by channel. Codes do not count: theirs are over, and
 * whoever needs one asks for another.
 */
export async function deadNotices(db: Pool): Promise<readonly { channel: Channel; count: number }[]> {
  const { rows } = await db.query<{ channel: Channel; count: number }>(
    `select channel, (
       select count(*)::integer from notices.notices one
       where one.state = 'dead' and one.kind <> 'code' and one.channel = channels.channel
     ) as count from unnest(array['email', 'sms']) as channels(channel)`,
  );
  return rows;
}

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
