import { NotSent } from '@fynbos/platform/delivery.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { SendMail } from '@fynbos/platform/mail.ts';
import { safeError } from '@fynbos/platform/safe-error.ts';
import type { SendSms } from '@fynbos/platform/sms.ts';
import type { Pool } from 'pg';
import { compose, type Message } from './compose.ts';
import type { ComposerParts } from './composer.ts';
import { recordInInbox } from './dev-inbox.ts';
import type { Notice } from './notices.ts';

/** Tries of a notice that surely did not leave, before it goes to the dead letter. */
export const ATTEMPTS = 5;

export interface DeliveryParts {
  readonly pool: Pool;
  readonly composer: ComposerParts;
  /** Null outside production: then the development inbox is all there is. */
  readonly mail: SendMail | null;
  readonly sms: SendSms | null;
  /** Whether what is sent is shown in the development inbox. */
  readonly inbox: boolean;
  readonly logger: Logger;
  readonly now: () => Date;
}

const CLAIM = `
  update notices.notices set state = 'sending', attempts = attempts + 1, "changedAt" = $2
  where "noticeId" = $1 and state = 'queued'
  returning "noticeId", kind, channel, audience, "streamId", "eventId", detail, "correlationId", attempts, "createdAt"`;

const settle = (
  parts: DeliveryParts,
  noticeId: string,
  state: 'sent' | 'queued' | 'dropped' | 'dead',
  lastError: string | null,
) =>
  parts.pool.query(
    `update notices.notices set state = $2, "lastError" = $3, "changedAt" = $4 where "noticeId" = $1 and state = 'sending'`,
    [noticeId, state, lastError, parts.now()],
  );

/**
 * Sends one notice, at most once: `queued` becomes `sending` before anything leaves, so that after a crash nobody sends
 * it again. What surely did not leave waits for another try (the throw makes BullMQ back off); what is of unknown fate
 * goes to the dead letter (edges.md, Held together under faults).
 */
export async function deliver(parts: DeliveryParts, noticeId: string): Promise<void> {
  const { rows } = await parts.pool.query<Notice>(CLAIM, [noticeId, parts.now()]);
  const [notice] = rows;
  if (!notice) return;
  let message: Message | null;
  try {
    message = await compose(parts.composer, notice);
  } catch (error) {
    // Nothing has left yet, whatever went wrong.
    await tryAgain(parts, notice, error);
    throw error;
  }
  if (!message) {
    await settle(parts, noticeId, 'dropped', 'nobody to tell');
    return;
  }
  try {
    await send(parts, notice, message);
  } catch (error) {
    if (error instanceof NotSent) {
      await tryAgain(parts, notice, error);
      throw error;
    }
    await settle(parts, noticeId, 'dead', safeError(error).message);
    parts.logger.error({ noticeId, kind: notice.kind, err: error }, 'a notice is of unknown fate');
    return;
  }
  await settle(parts, noticeId, 'sent', null);
}

async function send(parts: DeliveryParts, notice: Notice, { to, subject, text, html }: Message): Promise<void> {
  if (notice.channel === 'sms') await parts.sms?.({ id: notice.noticeId, to, text });
  else await parts.mail?.({ id: notice.noticeId, to, subject, text, html: html ?? '' });
  if (parts.inbox)
    await recordInInbox(parts.pool, { to, channel: notice.channel, subject, text, html, sentAt: parts.now() });
}

async function tryAgain(parts: DeliveryParts, notice: Notice, error: unknown): Promise<void> {
  const last = notice.attempts >= ATTEMPTS;
  await settle(parts, notice.noticeId, last ? 'dead' : 'queued', safeError(error).message);
  if (last) parts.logger.error({ noticeId: notice.noticeId, kind: notice.kind, err: error }, 'a notice was given up');
}
