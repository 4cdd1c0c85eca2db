import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { NotSent } from '@fynbos/platform/messages/delivery.ts';
import type { SendMail } from '@fynbos/platform/messages/mail.ts';
import type { SendSms } from '@fynbos/platform/messages/sms.ts';
import type { SendPush } from '@fynbos/platform/messages/web-push.ts';
import { insertRows, isUnavailable } from '@fynbos/platform/postgres.ts';
import { attemptWaits } from '@fynbos/platform/queue/outbox.ts';
import { safeError } from '@fynbos/platform/safe-error.ts';
import type { Pool } from 'pg';
import { handle } from '../handle.ts';
import { compose, type Message } from './messages/compose.ts';
import type { ComposerServices } from './messages/layout.ts';
import { type Channel, CODE_TTL_MS, type Notice } from './notices.ts';

/** A message as shown in the development inbox. */
interface InboxMessage {
  readonly to: string;
  readonly channel: Channel;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly sentAt: Date;
}

/** Stores a sent message in readable form. Never called in production. */
export const recordInInbox = (db: Pool, message: InboxMessage) => insertRows(db, 'notices."devInbox"', [message]);

/** Sent messages, newest first, at most 200; only those to `to` if it is given. */
export async function readInbox(db: Pool, to: string | undefined): Promise<readonly InboxMessage[]> {
  const { rows } = await db.query<InboxMessage>(
    `select "to", channel, subject, text, html, "sentAt" from notices."devInbox"
     where $1::text is null or lower("to") = lower($1) order by id desc limit 200`,
    [to ?? null],
  );
  return rows;
}

interface PushServices {
  readonly db: Pool;
  readonly push: SendPush | null;
  readonly composer: { readonly log: EventLog };
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * A device that its push service no longer knows is removed (N4). Throws `NotSent` if a device can be tried again,
 * without the others, and another Error if none was reached.
 */
async function sendToDevices(
  { db, push, composer, logger, now }: PushServices,
  { noticeId, streamId, correlationId, reached }: Notice,
  { subject: title, text: body, push: target }: Message,
): Promise<void> {
  if (!push || !target) return;
  const message = { id: noticeId, title, body, url: target.url };
  const devices = target.devices.filter(({ pushId }) => !reached.includes(pushId));
  const results = await Promise.allSettled(devices.map((device) => push(device, message)));
  for (const [index, { pushId }] of devices.entries()) {
    const result = results[index];
    if (result?.status !== 'fulfilled' || result.value !== 'gone') continue;
    const context = { actor: { kind: 'system', id: 'notices' }, now: now(), correlationId } as const;
    const command = { type: 'UnsubscribePush', pushId, why: 'gone' } as const;
    // The notice has been sent; the next one finds the device again.
    await handle(composer.log, { decider: agentDecider, streamId, command, context }).catch((err: unknown) =>
      logger.warn({ noticeId, err }, 'an unsubscribed device could not be removed'),
    );
  }
  const failures = results.map((result) => (result.status === 'rejected' ? result.reason : null));
  const canRetry = (failure: unknown): boolean => failure instanceof NotSent && !failure.final;
  const answered = devices.filter((_, index) => !canRetry(failures[index])).map(({ pushId }) => pushId);
  await db.query('update notices.notices set reached = reached || $2::uuid[] where "noticeId" = $1', [
    noticeId,
    answered,
  ]);
  const failed = failures.find(canRetry) ?? (failures.every(Boolean) && reached.length === 0 && failures[0]);
  if (failed) throw failed;
}

/** For a notice that was certainly not sent. After the last, about 23 hours later, it goes to the dead letter. */
export const RETRY_DELAYS_MS = attemptWaits([1, 3, 6, 12]);

export interface DeliveryServices {
  readonly db: Pool;
  readonly composer: ComposerServices;
  /** Null outside production, where only the development inbox receives messages. */
  readonly mail: SendMail | null;
  readonly sms: SendSms | null;
  readonly push: SendPush | null;
  /** Whether sent messages are shown in the development inbox. */
  readonly inbox: boolean;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** A first attempt is due at once unless it is to be sent later: clocks of processes may differ. */
const DUE_NOTICE_SQL = `
  select "noticeId", kind, channel, audience, "streamId", "eventId", detail, "correlationId", attempts, "createdAt", reached
  from notices.notices where "noticeId" = $1 and state = 'queued' and (attempts = 0 or "dueAt" <= $2) and ($2 >= "sendAt") is not false`;

/** From here on the notice may have been sent. False if another process was first. */
async function claim({ db, now }: DeliveryServices, { noticeId, attempts }: Notice): Promise<boolean> {
  const { rowCount } = await db.query(
    `update notices.notices set state = 'sending', attempts = attempts + 1, "mayHaveLeft" = true, "changedAt" = $3, "claimedAt" = now()
     where "noticeId" = $1 and state = 'queued' and attempts = $2`,
    [noticeId, attempts, now()],
  );
  return rowCount === 1;
}

interface End {
  readonly state: 'sent' | 'queued' | 'dropped' | 'dead';
  readonly lastError?: string;
  /** When the next attempt is due, if there is one. */
  readonly dueAt?: Date | null;
  /** False: the notice was certainly not sent. */
  readonly mayHaveLeft?: boolean;
}

/** Records the outcome of a claimed attempt. */
const settle = (services: DeliveryServices, noticeId: string, { state, lastError, dueAt, mayHaveLeft = true }: End) =>
  services.db.query(
    `update notices.notices
     set state = $2, "lastError" = $3, "changedAt" = $4, "dueAt" = coalesce($5, "dueAt"), "mayHaveLeft" = $6,
       "claimedAt" = null
     where "noticeId" = $1 and state = 'sending'`,
    [noticeId, state, lastError ?? null, services.now(), dueAt ?? null, mayHaveLeft],
  );

/**
 * One attempt, sent at most once: `queued` becomes `sending` first, so that a crash sends nothing twice. Retried after
 * a wait if it was certainly not sent. A refused address, or an unknown result, goes to the dead letter. Throws when
 * nothing was sent.
 */
export async function deliver(services: DeliveryServices, noticeId: string): Promise<void> {
  const { rows } = await services.db.query<Notice>(DUE_NOTICE_SQL, [noticeId, services.now()]);
  const [notice] = rows;
  if (!notice) return;
  if (isExpiredCode(notice, services.now())) {
    const lastError = 'the code expired before it could be sent';
    if (await claim(services, notice))
      await settle(services, noticeId, { state: 'dead', lastError, mayHaveLeft: false });
    return;
  }
  let message: Message | null;
  try {
    message = await compose(services.composer, notice);
  } catch (error) {
    // An outage does not count as an attempt: the row is unchanged and the sweep enqueues it again.
    if (!isOutage(error) && (await claim(services, notice))) await tryAgain(services, notice, error);
    throw error;
  }
  if (!(await claim(services, notice))) return;
  if (!message) {
    await settle(services, noticeId, { state: 'dropped', lastError: 'no address, or not chosen' });
    return;
  }
  try {
    await send(services, notice, message);
  } catch (error) {
    if (error instanceof NotSent) {
      await tryAgain(services, notice, error);
      throw error;
    }
    await settle(services, noticeId, { state: 'dead', lastError: safeError(error).message });
    services.logger.error({ noticeId, kind: notice.kind, err: error }, 'the notice may or may not have been sent');
    return;
  }
  await settle(services, noticeId, { state: 'sent' });
}

const isOutage = (error: unknown): boolean => error instanceof StoreUnavailable || isUnavailable(error);

const isExpiredCode = ({ kind, createdAt }: Notice, at: Date): boolean =>
  kind === 'code' && at.getTime() - createdAt.getTime() >= CODE_TTL_MS;

async function send(services: DeliveryServices, notice: Notice, message: Message): Promise<void> {
  const { to, subject, text, html } = message;
  if (notice.channel === 'push') await sendToDevices(services, notice, message);
  else if (notice.channel === 'sms') await services.sms?.({ id: notice.noticeId, to, text });
  else await services.mail?.({ id: notice.noticeId, to, subject, text, html: html ?? '' });
  if (services.inbox)
    await recordInInbox(services.db, { to, channel: notice.channel, subject, text, html, sentAt: services.now() });
}

/** Schedules the next attempt or gives up. `notice` is the row before this attempt. */
async function tryAgain(services: DeliveryServices, notice: Notice, error: unknown): Promise<void> {
  const { noticeId, kind, attempts } = notice;
  const wait = RETRY_DELAYS_MS[attempts];
  const dueAt = wait === undefined ? null : new Date(services.now().getTime() + wait);
  const last = dueAt === null || isExpiredCode(notice, dueAt) || (error instanceof NotSent && error.final);
  const lastError = safeError(error).message;
  await settle(services, noticeId, { state: last ? 'dead' : 'queued', lastError, dueAt, mayHaveLeft: false });
  if (last) services.logger.error({ noticeId, kind, err: error }, 'a notice was given up');
}
