import { dayOf } from '@fynbos/domain/calendar.ts';
import { formatDay } from '@fynbos/domain/format.ts';
import type { Words } from './layout.ts';

/** The texts of notices to administrators and to support. */

/** To support: a new question, or a reply to an answer. It does not quote the message. */
export const enquiryForSupportWords = (reference: string, isNew: boolean, url: string): Words => ({
  subject: `${isNew ? 'A new enquiry' : 'A reply'}: ${reference}`,
  lines: [isNew ? `Enquiry ${reference} came in.` : `The sender of enquiry ${reference} has replied.`],
  action: { label: 'Open the enquiry', url },
});

export const adminSetPasswordWords = (programme: string, url: string): Words => ({
  subject: `Set your password for the dashboard of ${programme}`,
  lines: [`You are now an administrator of ${programme}. Set a password to sign in. The link works once, for 7 days.`],
  action: { label: 'Set your password', url },
});

/** To each administrator who can decide about a request. It contains no personal data of the change. */
export const approvalRequestedWords = (what: string, who: string, reason: string | null, url: string): Words => ({
  subject: `Approval needed: ${what}`,
  lines: [
    `${who} requests your approval: ${what}.`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    'Check the values before and after on the page of the request, then approve or reject it.',
  ],
  action: { label: 'View request', url },
});

/** To every administrator: an administrator asks to approve their own request. */
export const breakGlassWords = (what: string, who: string, reason: string, url: string): Words => ({
  subject: `Break-glass: ${what}`,
  lines: [
    `${who} has asked to approve their own request: ${what}.`,
    `Reason: ${reason}`,
    'It can be approved alone 24 hours from now. If this is not right, reject the request before then.',
  ],
  action: { label: 'See the request', url },
});

export const webhookDisabledWords = (integrator: string, url: string): Words => ({
  subject: `A webhook of ${integrator} was switched off`,
  lines: [
    `A webhook of ${integrator} accepted no message for three days and was switched off.`,
    'Once the receiver answers again, switch the webhook on and resend the missed messages from its page.',
  ],
  action: { label: 'See the integrator', url },
});

/** To every administrator. The findings are shown in the dashboard only, not in a mail. */
export const logNotIntactWords = (url: string): Words => ({
  subject: 'The event log was altered',
  lines: [
    'A verification of the event log has failed: events were edited, removed, inserted or moved in the database.',
    'The verification lists the altered events. Stop payouts until this is investigated, and do not change the database.',
  ],
  action: { label: 'See the verification', url },
});

/** `BankDetailsChanged`: bank details changed. */
const typeWords = (type: string): string => {
  const text = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Counts by type; names are in the dashboard only. `from`: when the first entry was recorded, ISO 8601 UTC. */
export const viewAlertWords = (
  name: string,
  counts: Readonly<Record<string, number>>,
  from: string,
  url: string,
): Words => {
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const entries = count === 1 ? '1 new entry' : `${count} new entries`;
  return {
    subject: `${entries} in “${name}”`,
    lines: [
      `Your saved view “${name}” of the audit log has ${entries} since ${formatDay(dayOf(new Date(from)))}.`,
      ...Object.entries(counts).map(([type, each]) => `${typeWords(type)}: ${each}`),
      'You switched this e-mail on for the view. Switch it off under Views on the page of the audit log.',
    ],
    action: { label: 'Open the view', url },
  };
};
