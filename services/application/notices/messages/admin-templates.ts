import { dayOf } from '@fynbos/domain/calendar.ts';
import { formatDay } from '@fynbos/domain/format.ts';
import type { MessageContent } from './layout.ts';

/** The texts of notices to administrators and to support. */

/** To support: a new question, or a reply to an answer. It does not quote the message. */
export const enquiryForSupportMessage = (reference: string, isNew: boolean, url: string): MessageContent => ({
  subject: `${isNew ? 'New enquiry' : 'Reply to enquiry'} ${reference}`,
  lines: [isNew ? `We received enquiry ${reference}.` : `The sender of enquiry ${reference} has replied.`],
  action: { label: 'View enquiry', url },
});

export const adminSetPasswordMessage = (programme: string, url: string): MessageContent => ({
  subject: `Set your password for the dashboard of ${programme}`,
  lines: [
    `You are now an administrator of ${programme}. Set a password to sign in. The link is valid for 7 days and works once.`,
  ],
  action: { label: 'Set your password', url },
});

/** To each administrator who can decide about a request. It contains no personal data of the change. */
export const approvalRequestedMessage = (
  what: string,
  who: string,
  reason: string | null,
  url: string,
): MessageContent => ({
  subject: `Approval needed: ${what}`,
  lines: [
    `${who} requests your approval: ${what}.`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    'Compare the values before and after on the request page, then approve or reject it.',
  ],
  action: { label: 'View request', url },
});

/** To every administrator: an administrator asks to approve their own request. */
export const breakGlassMessage = (what: string, who: string, reason: string, url: string): MessageContent => ({
  subject: `Break-glass approval: ${what}`,
  lines: [
    `${who} has asked to approve their own request: ${what}.`,
    `Reason: ${reason}`,
    'They can approve it alone after 24 hours. If this is wrong, reject the request before then.',
  ],
  action: { label: 'View request', url },
});

export const webhookDisabledMessage = (integrator: string, url: string): MessageContent => ({
  subject: `A webhook of ${integrator} was switched off`,
  lines: [
    `A webhook of ${integrator} did not accept any message for three days and was switched off.`,
    'Once the receiver answers again, switch the webhook on and resend the missed messages from its page.',
  ],
  action: { label: 'View integrator', url },
});

/** To every administrator. The findings are shown in the dashboard only, not in a mail. */
export const logNotIntactMessage = (url: string): MessageContent => ({
  subject: 'The event log was altered',
  lines: [
    'A verification of the event log has failed: events were edited, removed, inserted or moved in the database.',
    'The verification lists the altered events. Stop payouts until this is investigated, and do not change the database.',
  ],
  action: { label: 'View verification', url },
});

/** `BankDetailsChanged`: bank details changed. */
const eventTypeText = (type: string): string => {
  const text = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Counts by type; names are in the dashboard only. `from`: when the first entry was recorded, ISO 8601 UTC. */
export const viewAlertMessage = (
  name: string,
  counts: Readonly<Record<string, number>>,
  from: string,
  url: string,
): MessageContent => {
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const entries = count === 1 ? '1 new entry' : `${count} new entries`;
  return {
    subject: `${entries} in “${name}”`,
    lines: [
      `Your saved view “${name}” of the audit log has ${entries} since ${formatDay(dayOf(new Date(from)))}.`,
      ...Object.entries(counts).map(([type, each]) => `${eventTypeText(type)}: ${each}`),
      'You turned on this email for the view. To turn it off, open Views on the audit log page.',
    ],
    action: { label: 'Open view', url },
  };
};
