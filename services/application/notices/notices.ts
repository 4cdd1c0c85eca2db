import type { Logger } from '@fynbos/platform/logger.ts';
import { insertRows } from '@fynbos/platform/postgres.ts';
import { type DueAttempt, enqueueAttempts } from '@fynbos/platform/queue/outbox.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import type { Pool } from 'pg';

/** Every kind of notice, with the part that composes its text (`messages/compose.ts`). */
export const NOTICE_KINDS = {
  code: 'agent',
  welcome: 'agent',
  'set-password': 'agent',
  'reset-password': 'agent',
  'password-changed': 'agent',
  'passkey-added': 'agent',
  'passkey-removed': 'agent',
  'bank-changed': 'agent',
  'contact-changed': 'agent',
  'confirm-email': 'agent',
  'email-change-asked': 'agent',
  'referral-invitation': 'referral',
  'referral-reminder': 'referral',
  'referral-completed': 'referral',
  'enquiry-received': 'enquiry',
  'enquiry-answered': 'enquiry',
  'enquiry-for-support': 'support',
  'admin-set-password': 'administrator',
  'admin-reset-password': 'administrator',
  'admin-passkey-added': 'administrator',
  'admin-passkey-removed': 'administrator',
  'approval-requested': 'administrator',
  'break-glass': 'administrator',
  'rewards-expiring': 'money',
  'rewards-earned': 'money',
  'payout-sent': 'money',
  'payout-paid': 'money',
  'payout-failed': 'money',
  'payout-returned': 'money',
  'payout-corrected': 'money',
  'certificate-ready': 'money',
  'monthly-digest': 'money',
  'account-suspended': 'money',
  'account-reinstated': 'money',
  'deletion-requested': 'agent',
  'deletion-withdrawn': 'agent',
  'webhook-disabled': 'administrator',
  'log-not-intact': 'administrator',
  'view-alert': 'administrator',
} as const;
export type NoticeKind = keyof typeof NOTICE_KINDS;
export type Channel = 'email' | 'sms' | 'push';

/** A notice to a person. It refers to the sources of its text and address and contains neither. */
export interface NewNotice {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  readonly channel: Channel;
  /** Selects the person's contact: the current one, or the one before or after the change that the event records. */
  readonly audience: 'current' | 'old' | 'new';
  /** The recipient's stream. */
  readonly streamId: string;
  readonly eventId: string | null;
  /** What the text needs apart from its sources, such as the purpose of a code or an amount; null otherwise. */
  readonly detail: string | null;
  /** When it is to be sent; at once when not given. */
  readonly sendAt?: Date;
  readonly correlationId: string;
}

export interface Notice extends NewNotice {
  readonly attempts: number;
  readonly createdAt: Date;
  /** Ids of the devices that a repeated attempt leaves out. */
  readonly reached: readonly string[];
}

/** A code is valid for ten minutes; an expired code is not sent. */
export const CODE_TTL_MS = 10 * 60_000;

/** The error text of notices moved to the dead letter by a restore: it is unknown whether they were sent before. */
export const LOST_IN_RESTORE = 'Restored';

export const NOTICE_QUEUE = 'notices';

/** Stores notices at `now`, each once by its id. Returns the ids of new ones. Throws Postgres errors. */
export async function insertNotices(
  db: Pick<Pool, 'query'>,
  notices: readonly NewNotice[],
  now: Date,
  beginning: { readonly state: 'queued' | 'dead'; readonly lastError: string | null },
): Promise<readonly string[]> {
  if (notices.length === 0) return [];
  const stored = notices.map(({ sendAt = null, ...notice }) => {
    return { ...notice, sendAt, dueAt: sendAt ?? now, createdAt: now, changedAt: now, ...beginning };
  });
  const then = 'on conflict ("noticeId") do nothing returning "noticeId"';
  const { rows } = await insertRows<{ noticeId: string }>(db, 'notices.notices', stored, then);
  return rows.map(({ noticeId }) => noticeId);
}

/** After a restore: recipients may already have been notified. Returns the ids that were not stored yet. */
export const discardNotices = (
  db: Pick<Pool, 'query'>,
  notices: readonly NewNotice[],
  now: Date,
): Promise<readonly string[]> => insertNotices(db, notices, now, { state: 'dead', lastError: LOST_IN_RESTORE });

/** When the database was last restored; null for never. Throws Postgres errors. */
export async function lastRestoredAt(db: Pick<Pool, 'query'>): Promise<Date | null> {
  const { rows } = await db.query<{ last: Date | null }>('select max("restoredAt") as last from notices.restores');
  return rows[0]?.last ?? null;
}

/** Stores notices and enqueues jobs. The table decides what is sent; the sweep replaces lost jobs. */
export class Notices {
  constructor(
    private readonly db: Pool,
    readonly queues: Pick<Queues, 'queue'>,
    readonly logger: Logger,
  ) {}

  /** At `now`, each once by its id. The sweep enqueues later ones; a failure to enqueue is not an error. */
  async add(notices: readonly NewNotice[], now: Date): Promise<void> {
    const added = await insertNotices(this.db, notices, now, { state: 'queued', lastError: null });
    const later = new Set(notices.filter(({ sendAt }) => sendAt && sendAt > now).map(({ noticeId }) => noticeId));
    await this.enqueue(added.filter((id) => !later.has(id)).map((id) => ({ id, attempts: 0 })));
  }

  enqueue(due: readonly DueAttempt[]): Promise<void> {
    return enqueueAttempts(this, NOTICE_QUEUE, due);
  }
}
