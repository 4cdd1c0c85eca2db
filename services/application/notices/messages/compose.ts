import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { deletionReference } from '@fynbos/domain/agent/deletion-reference.ts';
import type { OtpPurpose } from '@fynbos/domain/agent/events.ts';
import { noticeChannel, type PushDevice } from '@fynbos/domain/agent/notifications.ts';
import { enquiryDecider } from '@fynbos/domain/enquiry/enquiry.ts';
import { isAtUnlistedBank } from '@fynbos/domain/payout-run/payability.ts';
import { referralDecider } from '@fynbos/domain/referral/referral.ts';
import { eventsOf, load } from '../../handle.ts';
import { coolingHoursAt } from '../../reward-policy/current-policy.ts';
import { NOTICE_KINDS, type Notice, type NoticeKind } from '../notices.ts';
import { enquiryForSupportMessage } from './admin-templates.ts';
import * as templates from './agent-templates.ts';
import { administratorMessage } from './compose-admin.ts';
import { moneyMessage } from './compose-money.ts';
import { contactOf } from './contact.ts';
import { type Addressed, type ComposerServices, type MessageContent, renderHtml, renderText } from './layout.ts';
import { linksOf } from './links.ts';

/** A composed message. `html` is null except for a mail. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** The devices of a notification, and the page that it opens. */
  readonly push?: { readonly devices: readonly PushDevice[]; readonly url: string };
}

/** Text and address from the current events. Null if the person was erased or has no address for the channel. */
export async function compose(services: ComposerServices, notice: Notice): Promise<Message | null> {
  const addressed = await COMPOSERS[NOTICE_KINDS[notice.kind]](services, notice);
  if (!addressed) return null;
  const { email, cell } = addressed;
  const { subject, sms } = addressed.content;
  if (notice.channel === 'sms') return cell && sms ? { to: cell, subject, text: sms, html: null } : null;
  if (!email) return null;
  if (notice.channel === 'push') {
    const { devices = [], content: given } = addressed;
    if (devices.length === 0) return null;
    const push = { devices, url: given.action?.url ?? services.publicUrl };
    return { to: email, subject: services.sender.programme, text: subject, html: null, push };
  }
  return {
    to: email,
    subject,
    text: renderText(addressed.content, services.sender),
    html: renderHtml(addressed.content, services.sender),
  };
}

async function agentMessage(services: ComposerServices, notice: Notice): Promise<Addressed | null> {
  const { state, stream } = await load(services.log, agentDecider, notice.streamId);
  const events = eventsOf(agentDecider, stream);
  const event = events.find(({ id }) => id === notice.eventId);
  const { details, agentId, loyaltyTrackingNo } = state;
  if (!details) return null;
  const { email, cell } = contactOf(details, notice.audience, event, events);
  const links = linksOf(services.publicUrl, services.tokens);
  const { programme } = services.sender;
  const to = (given: MessageContent): Addressed => ({ content: { ...given, name: details.firstName }, email, cell });
  switch (notice.kind) {
    case 'code':
      return {
        content: templates.codeMessage(programme, services.tokens.code(notice.noticeId), notice.detail as OtpPurpose),
        email,
        cell,
      };
    case 'welcome':
      return to(templates.welcomeMessage(programme, loyaltyTrackingNo ?? '', links.incentives()));
    case 'set-password':
    case 'reset-password': {
      if (event?.type !== 'PasswordLinkRequested') return null;
      const url = links.password(agentId, event.data.requestId);
      return to(
        notice.kind === 'set-password'
          ? templates.setPasswordMessage(programme, url)
          : templates.resetPasswordMessage(url),
      );
    }
    case 'password-changed':
      return to(templates.passwordChangedMessage());
    case 'passkey-added':
    case 'passkey-removed':
      return to(templates.passkeyMessage(notice.kind === 'passkey-added'));
    case 'bank-changed': {
      if (event?.type !== 'BankDetailsChanged') return null;
      const coolingHours = await coolingHoursAt(services, new Date(event.metadata.recordedAt));
      // Of this change: the account may have changed again since.
      const changed = events.slice(0, events.indexOf(event) + 1).reduce(agentDecider.evolve, agentDecider.initial);
      const lastDigits = (changed.bank?.bankAccountNumber ?? '').slice(-3);
      return to(
        templates.bankChangedMessage(programme, { lastDigits, coolingHours, payable: !isAtUnlistedBank(changed) }),
      );
    }
    case 'contact-changed':
      return to(
        templates.contactChangedMessage(programme, event?.type === 'EmailChanged' ? 'email address' : 'cell number'),
      );
    case 'confirm-email':
      return event?.type === 'EmailChangeRequested'
        ? to(templates.confirmEmailMessage(links.email(agentId, event.data.requestId)))
        : null;
    case 'email-change-asked':
      return to(templates.emailChangeRequestedMessage(programme));
    case 'deletion-requested':
      return event?.type === 'DeletionRequested'
        ? to(
            templates.deletionRequestedMessage(
              programme,
              deletionReference(event.data.requestId),
              links.page('/agent/profile/privacy#deletion'),
            ),
          )
        : null;
    case 'deletion-withdrawn':
      return event?.type === 'DeletionWithdrawn'
        ? to(templates.deletionWithdrawnMessage(deletionReference(event.data.requestId)))
        : null;
    default:
      return null;
  }
}

async function referralMessage(services: ComposerServices, notice: Notice): Promise<Addressed | null> {
  const { state } = await load(services.log, referralDecider, notice.streamId);
  if (state.status === 'none') return null;
  const agent = (await load(services.log, agentDecider, agentStreamOf(state.referredByAgentId))).state;
  const referrer = agent.details;
  if (!state.person || !referrer) return null;
  const links = linksOf(services.publicUrl, services.tokens);
  const { programme } = services.sender;
  const { person } = state;
  if (notice.kind === 'referral-reminder' && state.status !== 'Invited') return null;
  if (notice.kind !== 'referral-completed') {
    const from = `${referrer.firstName} ${referrer.surname}`;
    const url = links.invitation(state.referralId, person.emailAddress);
    const text = notice.kind === 'referral-reminder' ? templates.referralReminderMessage : templates.invitationMessage;
    return {
      content: { ...text(programme, from, url), name: person.firstName },
      email: person.emailAddress,
      cell: null,
    };
  }
  const referred = `${person.firstName} ${person.surname}`;
  const given = {
    ...templates.referralCompletedMessage(programme, referred, links.referrals()),
    name: referrer.firstName,
  };
  const isByEmail = noticeChannel(agent) === 'E';
  return {
    content: given,
    email: isByEmail ? referrer.emailAddress : '',
    cell: isByEmail ? null : referrer.cellNumber,
  };
}

/** The answer is found by its event id, because a later answer may exist when the mail is sent. */
async function enquiryMessage(services: ComposerServices, notice: Notice): Promise<Addressed | null> {
  const { state, stream } = await load(services.log, enquiryDecider, notice.streamId);
  if (state.status === 'none' || !state.email) return null;
  const { email, referenceNumber, enquiryId } = state;
  const url = linksOf(services.publicUrl, services.tokens).enquiry(enquiryId);
  if (notice.kind === 'enquiry-received')
    return { content: templates.enquiryReceivedMessage(referenceNumber, url), email, cell: null };
  const answer = eventsOf(enquiryDecider, stream).find(({ id }) => id === notice.eventId);
  const text = answer?.type === 'EnquiryAnswered' ? answer.data.personal?.text : null;
  return text ? { content: templates.enquiryAnsweredMessage(referenceNumber, text, url), email, cell: null } : null;
}

/** Addressed to the administrator assigned to the enquiry, otherwise to support's own address. */
async function supportMessage(services: ComposerServices, notice: Notice): Promise<Addressed | null> {
  const { state, stream } = await load(services.log, enquiryDecider, notice.streamId);
  if (state.status === 'none') return null;
  const assigned = state.assignedTo && (await load(services.log, adminDecider, adminStreamOf(state.assignedTo))).state;
  const email =
    assigned && assigned.status === 'enabled' && assigned.email ? assigned.email : services.sender.supportEmail;
  const isNew = stream.events[0]?.id === notice.eventId;
  const url = linksOf(services.publicUrl, services.tokens).dashboard(`/contact-support/${state.enquiryId}`);
  return { content: enquiryForSupportMessage(state.referenceNumber, isNew, url), email, cell: null };
}

type Composer = (services: ComposerServices, notice: Notice) => Promise<Addressed | null>;

const COMPOSERS: Readonly<Record<(typeof NOTICE_KINDS)[NoticeKind], Composer>> = {
  agent: agentMessage,
  money: moneyMessage,
  referral: referralMessage,
  enquiry: enquiryMessage,
  support: supportMessage,
  administrator: administratorMessage,
};
