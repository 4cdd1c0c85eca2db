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

/** What happened longer ago is no news: a reaction that begins anew does not tell it again. */
const NEWS_MS = 3 * 24 * 3_600_000;

const mail = (kind: NoticeKind, audience: Told['audience'] = 'current'): Told => ({ kind, channel: 'email', audience });
const sms = (kind: NoticeKind, audience: Told['audience'] = 'current'): Told => ({ kind, channel: 'sms', audience });

/** Whom an event is told, and how. */
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

/** Whether an event, told at `at`, is news still, and not of the demo. */
export const isNews = ({ metadata }: FoldEvent, at: Date): boolean =>
  !metadata.demo && at.getTime() - Date.parse(metadata.recordedAt) <= NEWS_MS;

/** The notices that an event leads to beside those to all administrators; the same each time it comes. */
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

/** What every administrator is told: that somebody means to decide alone, that a webhook was given up. */
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
    // Where the words are found: the event's own stream.
    detail: event.streamId,
    correlationId: event.metadata.correlationId,
  }));

/** Every administrator who is told what all are told, by their ids. */
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

/** The events of which somebody is told. */
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

/** The reaction that puts notices down. */
export const NOTICES = 'notices';

/** Tells people what happened, once an event: puts notices down, which the worker sends. Appends nothing. */
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
