import { adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { EnquiryEvent } from '@fynbos/domain/enquiry/events.ts';
import type { IntegratorEvent } from '@fynbos/domain/integrator/events.ts';
import type { ReferralEvent } from '@fynbos/domain/referral/referral.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import { enabledAdmins } from '@fynbos/projections/admins/queries.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import type { Pool } from 'pg';
import type { Application } from '../services.ts';
import type { NewNotice, NoticeKind } from './notices.ts';

type AnyEvent = AdminEvent | AgentEvent | ApprovalEvent | EnquiryEvent | IntegratorEvent | ReferralEvent;
/** Events that lead to notices. */
export const NOTICED = [
  'AgentActivated',
  'PasswordLinkRequested',
  'PasswordChanged',
  'PasswordReset',
  'PasskeyAdded',
  'PasskeyRemoved',
  'BankDetailsChanged',
  'EmailChangeRequested',
  'EmailChanged',
  'AgentDetailsChanged',
  'AgentSuspended',
  'AgentReinstated',
  'DeletionRequested',
  'DeletionWithdrawn',
  'AgentReferred',
  'ReferralReminded',
  'ReferralCompleted',
  'EnquiryReceived',
  'EnquiryReplied',
  'EnquiryAnswered',
  'AdminPasswordLinkRequested',
  'AdminPasskeyAdded',
  'AdminPasskeyRemoved',
  'ApprovalRequested',
  'BreakGlassAsked',
  'WebhookDisabled',
] as const;
export type NoticedEvent = Extract<AnyEvent, { type: (typeof NOTICED)[number] }>;
type ApprovalRequested = Extract<ApprovalEvent, { type: 'ApprovalRequested' }>;

type Message = Pick<NewNotice, 'kind' | 'channel' | 'audience'>;

/**
 * Older events are not notified, so that a reaction that starts again from the first event does not repeat old
 * notices.
 */
const NEWS_MS = 3 * DAY_MS;

const mail = (kind: NoticeKind, audience: Message['audience'] = 'current'): Message => ({
  kind,
  channel: 'email',
  audience,
});
const sms = (kind: NoticeKind, audience: Message['audience'] = 'current'): Message => ({
  kind,
  channel: 'sms',
  audience,
});

/** The channels and audiences of an event's notices. */
function messagesOf(event: NoticedEvent): readonly Message[] {
  switch (event.type) {
    case 'AgentActivated':
      return [mail('welcome')];
    case 'PasswordLinkRequested':
      return [mail(event.data.how === 'set' ? 'set-password' : 'reset-password')];
    case 'PasswordChanged':
    case 'PasswordReset':
      return [mail('password-changed')];
    case 'PasskeyAdded':
      return [mail('passkey-added')];
    case 'PasskeyRemoved':
      return [mail('passkey-removed')];
    case 'AdminPasskeyAdded':
      return [mail('admin-passkey-added')];
    case 'AdminPasskeyRemoved':
      return [mail('admin-passkey-removed')];
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
    case 'AgentSuspended':
      return [mail('account-suspended'), sms('account-suspended')];
    case 'AgentReinstated':
      return [mail('account-reinstated'), sms('account-reinstated')];
    case 'DeletionRequested':
      return [mail('deletion-requested'), sms('deletion-requested')];
    case 'DeletionWithdrawn':
      return [mail('deletion-withdrawn')];
    case 'AgentReferred':
      return event.data.by === 'link' ? [] : [mail('referral-invitation')];
    case 'ReferralReminded':
      return [mail('referral-reminder')];
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
export function noticesOf(event: FoldEvent<NoticedEvent>): NewNotice[] {
  return messagesOf(event).map((message) => ({
    ...message,
    noticeId: uuidV5(event.id, message.kind, message.channel, message.audience),
    streamId: event.streamId,
    eventId: event.id,
    detail: null,
    correlationId: event.metadata.correlationId,
  }));
}

/** The notice to every administrator: of a break-glass request, and of a webhook that was disabled after failures. */
function noticeToAll(event: FoldEvent<NoticedEvent>): NoticeKind | null {
  if (event.type === 'BreakGlassAsked') return 'break-glass';
  return event.type === 'WebhookDisabled' && event.data.why === 'failing' ? 'webhook-disabled' : null;
}

const noticesToAdmins = (event: FoldEvent, kind: NoticeKind, adminIds: readonly number[]): NewNotice[] =>
  adminIds.map((adminId) => ({
    ...mail(kind),
    noticeId: uuidV5(event.id, kind, String(adminId)),
    streamId: adminStreamOf(adminId),
    eventId: event.id,
    // The event's own stream, in which the text's details are found.
    detail: event.streamId,
    correlationId: event.metadata.correlationId,
  }));

/** One mail to each administrator who can decide about a request, at most once per request (X8). */
async function approvalNotices(db: Pool, event: FoldEvent<ApprovalRequested>): Promise<NewNotice[]> {
  const { permission, requestedBy } = event.data;
  const holders = (await enabledAdmins(db)).filter(
    ({ id, roles }) => id !== requestedBy && grantOf(roles, permission as Permission) !== null,
  );
  return noticesToAdmins(
    event,
    'approval-requested',
    holders.map(({ id }) => id),
  );
}

/** Name of the reaction that stores notices. */
export const NOTICES = 'notices';

/** Notifies people of events, once per event: it stores notices, and the worker sends them. Appends nothing. */
export const noticesReaction = ({ notices, db, now }: Pick<Application, 'db' | 'notices' | 'now'>): Reaction =>
  reactionTo<NoticedEvent>({
    name: NOTICES,
    eventTypes: NOTICED,
    react: async (batch) => {
      const at = now();
      const news = batch.filter((event) => isNews(event, at));
      const toAdmins = await Promise.all(
        news.map(async (event) => {
          if (event.type === 'ApprovalRequested') return approvalNotices(db, event);
          const kind = noticeToAll(event);
          if (kind === null) return [];
          return noticesToAdmins(
            event,
            kind,
            (await enabledAdmins(db)).map(({ id }) => id),
          );
        }),
      );
      await notices.add([...news.flatMap(noticesOf), ...toAdmins.flat()], at);
    },
  });
