import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { type DueAttempt, queueWorker } from '@fynbos/platform/queue/outbox.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue/queue.ts';
import type { Pool } from 'pg';
import { type DeliveryServices, deliver } from './deliver.ts';
import { NOTICE_QUEUE, type Notices } from './notices.ts';

/** Longer than an event is notified after it happened (3 days), and than expiry warnings can recur (60 days). */
const RETENTION_MS = 90 * DAY_MS;

/**
 * Sent or dropped notices, codes and notifications given up, and the development inbox, after 90 days. Keeps the dead
 * letter, and failed verifications, because the same failure is reported once.
 */
export async function deleteOldNotices(db: Pool, now: Date): Promise<{ notices: number; inbox: number }> {
  const before = new Date(now.getTime() - RETENTION_MS);
  const notices = await db.query(
    `delete from notices.notices where "changedAt" < $1 and kind <> 'log-not-intact'
       and (state in ('sent', 'dropped') or state = 'dead' and (kind = 'code' or channel = 'push'))`,
    [before],
  );
  const inbox = await db.query(`delete from notices."devInbox" where "sentAt" < $1`, [before]);
  return { notices: notices.rowCount ?? 0, inbox: inbox.rowCount ?? 0 };
}

/** Interval of the search for notices that are due and have no job. */
const SWEEP_MS = 5_000;
/**
 * `sending` takes less unless the process died; exceeds the longest server timeout. Postgres's clock: a sweeper with a
 * fast clock would give up notices that are being sent (docs/decisions/0025).
 */
const SENDING_LIMIT = '3 minutes';

export const startNoticeWorker = (services: DeliveryServices & { queues: Queues; notices: Notices }): QueueWorker =>
  queueWorker(services, {
    queue: NOTICE_QUEUE,
    concurrency: 8,
    everyMs: SWEEP_MS,
    run: (noticeId) => deliver(services, noticeId),
    sweep: () => sweep(services),
  });

/** Crashed senders' notices go to the dead letter; due ones are enqueued. Returns both counts. */
export async function sweep(
  services: DeliveryServices & { notices: Notices },
): Promise<{ dead: number; called: number }> {
  const now = services.now();
  const dead = await services.db.query(
    `update notices.notices set state = 'dead', "lastError" = 'its sender stopped; it is unknown whether it was sent', "changedAt" = $1, "claimedAt" = null
     where state = 'sending' and coalesce("claimedAt", "changedAt") < now() - interval '${SENDING_LIMIT}'`,
    [now],
  );
  const { rows } = await services.db.query<DueAttempt>(
    `select "noticeId" as id, attempts from notices.notices where state = 'queued' and "dueAt" <= $1
     order by "dueAt" limit 1000`,
    [now],
  );
  await services.notices.enqueue(rows);
  return { dead: dead.rowCount ?? 0, called: rows.length };
}
