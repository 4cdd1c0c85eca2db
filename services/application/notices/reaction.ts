import { adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { EnquiryEvent } from '@fynbos/domain/enquiry/events.ts';
import type { IntegratorEvent } from '@fynbos/domain/integrator/events.ts';
import type { ReferralEvent } from '@fynbos/domain/referral/referral.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { approversOf, loadEnabledAdmins } from '../enabled-admins.ts';
import type { Essentials, Stores } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';
import type { NewNotice, NoticeKind, Notices } from './notices.ts';

type AnyEvent = AdminEvent | AgentEvent | ApprovalEvent | EnquiryEvent | IntegratorEvent | ReferralEvent;
/** A notice of an event. `admins`: every administrator, or those who can decide about a request. */
interface Message extends Pick<NewNotice, 'kind' | 'channel'> {
  readonly audience: NewNotice['audience'] | 'admins';
}

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
const both = (kind: NoticeKind): readonly Message[] => [mail(kind), sms(kind)];

type MessagesOf<Event extends AnyEvent> = readonly Message[] | ((data: Event['data']) => readonly Message[]);
const table = <Type extends AnyEvent['type']>(
  messages: {
    readonly [Each in Type]: MessagesOf<Extract<AnyEvent, { type: Each }>>;
  },
) => messages;

/** The notices of each event: the kind, the channel and the audience. `messages` has the text of each kind. */
const MESSAGES = table({
  AgentActivated: [mail('welcome')],
  PasswordLinkRequested: ({ how }) => [mail(how === 'set' ? 'set-password' : 'reset-password')],
  PasswordChanged: [mail('password-changed')],
  PasswordReset: [mail('password-changed')],
  PasskeyAdded: [mail('passkey-added')],
  PasskeyRemoved: [mail('passkey-removed')],
  BankDetailsChanged: [...both('bank-changed'), mail('bank-changed', 'old'), sms('bank-changed', 'old')],
  EmailChangeRequested: [mail('confirm-email', 'new'), ...both('email-change-asked')],
  EmailChanged: [mail('contact-changed', 'old'), mail('contact-changed', 'new'), sms('contact-changed')],
  AgentDetailsChanged: ({ contactChangedAt }) =>
    contactChangedAt === null
      ? []
      : [sms('contact-changed', 'old'), sms('contact-changed', 'new'), mail('contact-changed')],
  AgentSuspended: both('account-suspended'),
  AgentReinstated: both('account-reinstated'),
  DeletionRequested: both('deletion-requested'),
  DeletionWithdrawn: [mail('deletion-withdrawn')],
  AgentReferred: ({ by }) => (by === 'link' ? [] : [mail('referral-invitation')]),
  ReferralReminded: [mail('referral-reminder')],
  ReferralCompleted: both('referral-completed'),
  EnquiryReceived: [mail('enquiry-received'), mail('enquiry-for-support')],
  EnquiryReplied: [mail('enquiry-for-support')],
  EnquiryAnswered: [mail('enquiry-answered')],
  AdminPasswordLinkRequested: ({ how }) => [mail(how === 'set' ? 'admin-set-password' : 'admin-reset-password')],
  AdminPasskeyAdded: [mail('admin-passkey-added')],
  AdminPasskeyRemoved: [mail('admin-passkey-removed')],
  ApprovalRequested: [mail('approval-requested', 'admins')],
  BreakGlassAsked: [mail('break-glass', 'admins')],
  WebhookDisabled: ({ why }) => (why === 'failing' ? [mail('webhook-disabled', 'admins')] : []),
});

export const NOTIFIED_EVENT_TYPES = Object.keys(MESSAGES) as (keyof typeof MESSAGES)[];
export type NotifiedEvent = Extract<AnyEvent, { type: keyof typeof MESSAGES }>;

function messagesOf({ type, data }: NotifiedEvent): readonly Message[] {
  const messages = MESSAGES[type] as MessagesOf<NotifiedEvent>;
  return typeof messages === 'function' ? messages(data) : messages;
}

/** A reaction that starts again from the first event must not repeat old notices. */
const MAX_EVENT_AGE_MS = 3 * DAY_MS;

/** Whether an event is recent enough to be notified at `at`, and is not demonstration history. */
export const isRecent = ({ metadata }: FoldEvent, at: Date): boolean =>
  !metadata.demo && at.getTime() - Date.parse(metadata.recordedAt) <= MAX_EVENT_AGE_MS;

/** The notices of an event, except those to administrators. Deterministic: a repeated event leads to the same ids. */
export const noticesOf = (event: FoldEvent<NotifiedEvent>): NewNotice[] =>
  messagesOf(event).flatMap(({ kind, channel, audience }) => {
    if (audience === 'admins') return [];
    const noticeId = uuidV5(event.id, kind, channel, audience);
    return [{ ...sourceOf(event), noticeId, kind, channel, audience, streamId: event.streamId, detail: null }];
  });

const sourceOf = ({ id, metadata }: FoldEvent) => ({ eventId: id, correlationId: metadata.correlationId });

/** The notices of an event to administrators: of a request, one mail to each who can decide about it (X8). */
async function noticesToAdmins(
  stores: Stores,
  event: FoldEvent<NotifiedEvent>,
  { kind, channel }: Message,
): Promise<NewNotice[]> {
  const { type, data } = event;
  const recipients =
    type === 'ApprovalRequested'
      ? await approversOf(stores, data.permission as Permission, data.requestedBy)
      : (await loadEnabledAdmins(stores)).map(({ adminId }) => adminId);
  return recipients.map((id) => ({
    ...sourceOf(event),
    noticeId: uuidV5(event.id, kind, String(id)),
    kind,
    channel,
    audience: 'current',
    streamId: adminStreamOf(id),
    // The event's own stream, in which the text's details are found.
    detail: event.streamId,
  }));
}

export const NOTICES_REACTION = 'notices';

interface NoticeServices extends Essentials {
  readonly notices: Notices;
}

/** Notifies people of events, once per event: it stores notices, and the worker sends them. Appends nothing. */
export const noticesReaction = ({ notices, log, db, now }: NoticeServices): Reaction =>
  reactionTo<NotifiedEvent>({
    name: NOTICES_REACTION,
    eventTypes: NOTIFIED_EVENT_TYPES,
    react: async (batch, { signal }) => {
      const at = now();
      const recent = batch.filter((event) => isRecent(event, at));
      await notices.add(recent.flatMap(noticesOf), at);
      for (const event of recent) {
        const message = messagesOf(event).find(({ audience }) => audience === 'admins');
        if (!message) continue;
        // Otherwise an administrator who was added just before would get no mail.
        await waitForReadModel(db, admins.name, event.position, signal);
        await notices.add(await noticesToAdmins({ log, db }, event, message), at);
      }
    },
  });
