import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import type { EnquiryEvent } from '@fynbos/domain/enquiry/events.ts';
import type { ReferralEvent } from '@fynbos/domain/referral/events.ts';
import { uuidV5 } from '@fynbos/platform/uuid-v5.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type { Pool } from 'pg';
import type { NewNotice, NoticeKind, Notices } from './notices.ts';

type Noticed = AdminEvent | AgentEvent | ApprovalEvent | EnquiryEvent | ReferralEvent;
type Told = Pick<NewNotice, 'kind' | 'channel' | 'audience'>;

/**
 * Older events are not notified, so that a reaction that starts again from the first event does not repeat old
 * notices.
 */
const NEWS_MS = 3 * 24 * 3_600_000;

const mail = (kind: NoticeKind, audience: Told['audience'] = 'current'): Told => ({ kind, channel: 'email', audience });
const sms = (kind: NoticeKind, audience: Told['audience'] = 'current'): Told => ({ kind, channel: 'sms', audience });

/** The channels and audiences of an event's notices. */
function tellings(event: Noticed): readonly Told[] {
  switch (event.type) {
    case 'AgentActivated':
      return [mail('welcome')];
    case 'PasswordLinkRequested':
      return [mail(event.data.how === 'set' ? 'set-password' : 'reset-password')];
    case 'PasswordChanged':
    case 'PasswordReset':
      return [mail('password-changed')];
    case 'BankDetailsChanged':
      return (['current', 'old'] as const).flatMap((who) => [mail('bank-changed', who), sms('bank-changed', who)]);
    case 'EmailChangeRequested':
      return [mail('confirm-email', 'new'), mail('email-change-asked'), sms('email-change-asked')];
    case 'EmailChanged':
      return [mail('contact-changed', 'old'), mail('contact-changed', 'new'), sms('contact-changed')];
    case 'AgentDetailsChanged':
      return event.data.contactChangedAt === null
        ? []
        : [sms('contact-changed', 'old'), sms('contact-changed', 'new'), mail('contact-changed')];
    case 'AgentReferred':
      return [mail('referral-invitation')];
    case 'ReferralCompleted':
      return [mail('referral-completed'), sms('referral-completed')];
    case 'EnquiryReceived':
      return [mail('enquiry-received'), mail('enquiry-for-support')];
    case 'EnquiryReplied':
      return [mail('enquiry-for-support')];
    case 'EnquiryAnswered':
      return [mail('enquiry-answered')];
    case 'AdminPasswordLinkRequested':
      return [mail(event.data.how === 'set' ? 'admin-set-password' : 'admin-reset-password')];
    default:
      return [];
  }
}

/** Whether an event is recent enough to be notified at `at`, and is not demonstration history. */
export const isNews = ({ metadata }: FoldEvent, at: Date): boolean =>
  !metadata.demo && at.getTime() - Date.parse(metadata.recordedAt) <= NEWS_MS;

/**
 * The notices of an event, except those to all administrators. Deterministic, so a repeated event leads to the same
 * ids.
 */
export function noticesOf(event: FoldEvent): NewNotice[] {
  return tellings(event as unknown as Noticed).map((told) => ({
    ...told,
    noticeId: uuidV5(event.id, told.kind, told.channel, told.audience),
    streamId: event.streamId,
    eventId: event.id,
    detail: null,
    correlationId: event.metadata.correlationId,
  }));
}

/**
 * Events of which every administrator is notified: a break-glass request and a webhook that was disabled after
 * failures.
 */
const LOUD: Readonly<Record<string, NoticeKind>> = {
  BreakGlassAsked: 'break-glass',
  WebhookDisabled: 'webhook-disabled',
};

const isLoud = ({ type, data }: FoldEvent): boolean =>
  type in LOUD && (type !== 'WebhookDisabled' || (data as { why?: string }).why === 'failing');

const loudNotices = (event: FoldEvent, adminIds: readonly number[]): NewNotice[] =>
  adminIds.map((adminId) => ({
    ...mail(LOUD[event.type] as NoticeKind),
    noticeId: uuidV5(event.id, LOUD[event.type] as string, String(adminId)),
    streamId: `admin-${adminId}`,
    eventId: event.id,
    // The event's own stream, in which the text's details are found.
    detail: event.streamId,
    correlationId: event.metadata.correlationId,
  }));

/** The ids of all enabled administrators, who receive the notices to all administrators. */
export async function enabledAdmins(db: Pool): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from ${readModelTable(admins).sql} where status = 'enabled' order by id`,
  );
  return rows.map(({ id }) => id);
}

interface NoticesReactionParts {
  readonly notices: Notices;
  readonly db: Pool;
  readonly now: () => Date;
}

/** Events that lead to notices. */
export const NOTICED = [
  'AgentActivated',
  'PasswordLinkRequested',
  'PasswordChanged',
  'PasswordReset',
  'BankDetailsChanged',
  'EmailChangeRequested',
  'EmailChanged',
  'AgentDetailsChanged',
  'AgentReferred',
  'ReferralCompleted',
  'EnquiryReceived',
  'EnquiryReplied',
  'EnquiryAnswered',
  'AdminPasswordLinkRequested',
  'BreakGlassAsked',
  'WebhookDisabled',
] as const;

/** Name of the reaction that stores notices. */
export const NOTICES = 'notices';

/** Notifies people of events, once per event: it stores notices, and the worker sends them. Appends nothing. */
export const noticesReaction = ({ notices, db, now }: NoticesReactionParts): Reaction => ({
  name: NOTICES,
  eventTypes: [...NOTICED],
  appends: [],
  startAt: 'first',
  react: async (batch) => {
    const at = now();
    const news = batch.filter((event) => isNews(event, at));
    const loudNews = news.filter(isLoud);
    const adminIds = loudNews.length > 0 ? await enabledAdmins(db) : [];
    const loud = loudNews.flatMap((event) => loudNotices(event, adminIds));
    await notices.add([...news.flatMap(noticesOf), ...loud], at);
  },
});
