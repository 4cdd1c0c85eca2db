import { DomainError } from '@fynbos/domain/errors.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { LOST_IN_RESTORE, NOTICE_KINDS, type NoticeKind, type Notices } from './notices.ts';

/** Without codes, which have expired, and notifications on devices, which also go by e-mail or SMS. */
const IS_DEAD_LETTER = `state = 'dead' and kind <> 'code' and channel <> 'push'`;
/** After a restore it is unknown whether they were sent: the column describes an earlier attempt. */
const MAY_HAVE_BEEN_SENT = `("mayHaveLeft" or coalesce("lastError", '') = '${LOST_IN_RESTORE}')`;
/** More than an administrator handles at a time. */
const MAX_LISTED_NOTICES = 200;

/** A notice that was given up, without text or address; both are found when it is composed. */
export const deadNotice = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(NOTICE_KINDS) as NoticeKind[]),
  channel: z.enum(['email', 'sms']),
  /** The recipient's stream. */
  streamId: z.string(),
  attempts: z.int(),
  error: z.string().nullable(),
  /** Whether the notice may have reached the person; then confirm with them before it is sent again. */
  mayHaveLeft: z.boolean(),
  since: z.string(),
});
export type DeadNotice = Readonly<z.output<typeof deadNotice>>;

/** The error for a notice that is not in the dead letter. */
export const notInDeadLetter = () =>
  new DomainError('not-found', 'notice.not-dead', 'This notice is no longer in the dead-letter list.');

/** Throws `not-found` if the notice is not in the dead letter. */
export async function assertInDeadLetter(db: Pool, noticeId: string): Promise<void> {
  const { rowCount } = await db.query(`select from notices.notices where "noticeId" = $1 and ${IS_DEAD_LETTER}`, [
    noticeId,
  ]);
  if (rowCount === 0) throw notInDeadLetter();
}

/** Number of notices in the dead letter, by channel. */
export async function deadNotices(db: Pool): Promise<readonly { channel: DeadNotice['channel']; count: number }[]> {
  const { rows } = await db.query<{ channel: DeadNotice['channel']; count: number }>(
    `select channel, (
       select count(*)::integer from notices.notices one where ${IS_DEAD_LETTER} and one.channel = channels.channel
     ) as count from unnest(array['email', 'sms']) as channels(channel)`,
  );
  return rows;
}

/** The dead letter, oldest first, at most 200 notices. `since` is UTC. */
export async function deadLetter(db: Pool): Promise<readonly DeadNotice[]> {
  const { rows } = await db.query<Omit<DeadNotice, 'since'> & { changedAt: Date }>(
    `select "noticeId" as id, kind, channel, "streamId", attempts, "lastError" as error, "changedAt",
       ${MAY_HAVE_BEEN_SENT} as "mayHaveLeft"
     from notices.notices where ${IS_DEAD_LETTER} order by "changedAt", "noticeId" limit ${MAX_LISTED_NOTICES}`,
  );
  return rows.map(({ changedAt, ...one }) => ({ ...one, since: changedAt.toISOString() }));
}

/** The notice gets all its retries again. Throws `not-found` if it is not there. */
export async function sendAgain(parts: { db: Pool; notices: Notices }, noticeId: string, now: Date): Promise<void> {
  await updateDeadNotice(
    parts.db,
    `state = 'queued', attempts = 0, "dueAt" = $2, "changedAt" = $2, "claimedAt" = null`,
    noticeId,
    now,
  );
  await parts.notices.enqueue([{ id: noticeId, attempts: 0 }]);
}

/** Drops a notice of the dead letter. Throws `not-found` if it is not there. */
export const dropNotice = (db: Pool, noticeId: string, now: Date): Promise<void> =>
  updateDeadNotice(db, `state = 'dropped', "changedAt" = $2`, noticeId, now);

async function updateDeadNotice(db: Pool, changes: string, noticeId: string, now: Date): Promise<void> {
  const { rowCount } = await db.query(
    `update notices.notices set ${changes} where "noticeId" = $1 and ${IS_DEAD_LETTER}`,
    [noticeId, now],
  );
  if (rowCount === 0) throw notInDeadLetter();
}
