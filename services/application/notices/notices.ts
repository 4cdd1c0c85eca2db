import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue.ts';
import type { Pool } from 'pg';

export const NOTICE_KINDS = [
  'code',
  'welcome',
  'set-password',
  'reset-password',
  'password-changed',
  'bank-changed',
  'contact-changed',
  'confirm-email',
  'email-change-asked',
  'referral-invitation',
  'referral-completed',
  'enquiry-received',
  'enquiry-answered',
  'enquiry-for-support',
  'admin-set-password',
  'admin-reset-password',
  'break-glass',
  'rewards-expiring',
  'webhook-disabled',
  'log-not-intact',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export type Channel = 'email' | 'sms';

/** Something to tell somebody. It names where the words and the address are found, never the words or the address. */
export interface NewNotice {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  readonly channel: Channel;
  /** The person's contact as it is, or as it was before or after the change that the event records. */
  readonly audience: 'current' | 'old' | 'new';
  /** Whose stream holds the person. */
  readonly streamId: string;
  readonly eventId: string | null;
  /** What a code is for; null otherwise. */
  readonly detail: string | null;
  readonly correlationId: string;
}

export interface Notice extends NewNotice {
  readonly attempts: number;
  readonly createdAt: Date;
}

/** A code lives ten minutes; later it is worth nothing and is not sent. */
export const CODE_LIFE_MS = 10 * 60_000;

/** Why a notice stands in the dead letter after a restore: nobody knows whether it left before. */
export const RESTORED = 'Restored';

/** The name of the queue that carries notices. */
export const NOTICE_QUEUE = 'notices';

interface Beginning {
  readonly state: 'queued' | 'dead';
  readonly lastError: string | null;
}

/** Puts notices down at `now`, each once by its id. Gives the ids of those that were not there. Throws what Postgres throws. */
export async function insertNotices(
  pool: Pool,
  notices: readonly NewNotice[],
  now: Date,
  { state, lastError }: Beginning,
): Promise<readonly string[]> {
  if (notices.length === 0) return [];
  const column = (pick: (notice: NewNotice) => string | null) => notices.map(pick);
  const { rows } = await pool.query<{ noticeId: string }>(
    `insert into notices.notices
       ("noticeId", kind, channel, audience, "streamId", "eventId", detail, "correlationId",
        "createdAt", "changedAt", "dueAt", state, "lastError")
     select *, $9::timestamptz, $9::timestamptz, $9::timestamptz, $10, $11
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[])
     on conflict ("noticeId") do nothing returning "noticeId"`,
    [
      column((one) => one.noticeId),
      column((one) => one.kind),
      column((one) => one.channel),
      column((one) => one.audience),
      column((one) => one.streamId),
      column((one) => one.eventId),
      column((one) => one.detail),
      column((one) => one.correlationId),
      now,
      state,
      lastError,
    ],
  );
  return rows.map(({ noticeId }) => noticeId);
}

/** Puts down what is to be told and calls a worker. The table is the truth; a job that is lost is made again by the sweep. */
export class Notices {
  constructor(
    private readonly pool: Pool,
    private readonly queues: Pick<Queues, 'queue'>,
    private readonly logger: Logger,
  ) {}

  /** Puts notices down at `now`, each once by its id. Throws what Postgres throws; that no worker could be called is no failure. */
  async add(notices: readonly NewNotice[], now: Date): Promise<void> {
    const added = await insertNotices(this.pool, notices, now, { state: 'queued', lastError: null });
    await this.call(added.map((noticeId) => ({ noticeId, attempts: 0 })));
  }

  /**
   * Calls a worker for notices that are due. A job's id is the notice's and the attempt's: the same call twice is one job.
   * A job holds one attempt, and is gone when it ends: the row says when the next is due.
   */
  async call(waiting: readonly { noticeId: string; attempts: number }[]): Promise<void> {
    if (waiting.length === 0) return;
    const jobs = waiting.map(({ noticeId, attempts }) => ({
      name: 'notice',
      data: { noticeId },
      // A job that is kept when it ended would keep the sweep from calling again under its id.
      opts: { jobId: `${noticeId}_${attempts}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
    }));
    try {
      await this.queues.queue<{ noticeId: string }>(NOTICE_QUEUE).addBulk(jobs);
    } catch (error) {
      this.logger.warn({ err: error, notices: waiting.length }, 'notices wait for the sweep: the queue is away');
    }
  }
}
