import type { Inbox } from '@fynbos/api/dashboard/answers.ts';

export type { Inbox } from '@fynbos/api/dashboard/answers.ts';

import type { Wording } from '../i18n/wording.ts';

export type WorkItem = Inbox['items'][number];

/** How one kind of work is shown: its sentence, the page where it is done and the action. */
export interface WorkText {
  /** Sentence with `%{count}`, singular and plural. */
  readonly text: string;
  readonly action: string;
  readonly to: string;
  readonly urgency: 'bad' | 'attention' | 'plain';
}

const filtered = (path: string, filter: object, more = ''): string =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;

/** Returns how a kind of work is shown to an administrator; undefined for a kind that this page does not know. */
export function workText(kind: string, adminId: string): WorkText | undefined {
  switch (kind) {
    case 'differences':
      return {
        text: 'Reconciliation found %{count} difference |||| Reconciliation found %{count} differences',
        action: 'See what differs',
        to: '/reconciliations',
        urgency: 'bad',
      };
    case 'failed-events':
      return {
        text: '%{count} record is blocked by a failed event |||| %{count} records are blocked by failed events',
        action: 'Repair',
        to: '/operations?tab=Blocked%20keys',
        urgency: 'bad',
      };
    case 'failed-messages':
      return {
        text: '%{count} e-mail or SMS could not be delivered |||| %{count} e-mails and SMS could not be delivered',
        action: 'Resend',
        to: '/operations?tab=Notices',
        urgency: 'bad',
      };
    case 'approvals':
      return {
        text: '%{count} request waits for your approval |||| %{count} requests wait for your approval',
        action: 'Review',
        to: filtered('/approvals', { status: 'waiting' }),
        urgency: 'attention',
      };
    case 'returned-payments':
      return {
        text: '%{count} agent was not paid: the bank returned the payment |||| %{count} agents were not paid: the bank returned the payments',
        action: 'See payouts',
        to: '/payouts',
        urgency: 'bad',
      };
    case 'bank-answers':
      return {
        text: '%{count} payout run is past its pay date without a bank answer |||| %{count} payout runs are past their pay dates without a bank answer',
        action: 'Record answers',
        to: filtered('/payouts', { status: 'exported' }),
        urgency: 'attention',
      };
    case 'signals':
      return {
        text: '%{count} alert needs a decision |||| %{count} alerts need a decision',
        action: 'Decide',
        to: filtered('/holds', { status: 'flagged' }),
        urgency: 'attention',
      };
    case 'enquiries-mine':
      return {
        text: '%{count} open enquiry is assigned to you |||| %{count} open enquiries are assigned to you',
        action: 'Answer',
        to: filtered(
          '/contact-support',
          { isOpen: 'true', assignedTo: adminId },
          '&sort=waitingSince&order=ASC&page=1&perPage=10',
        ),
        urgency: 'attention',
      };
    case 'enquiries-unassigned':
      return {
        text: '%{count} open enquiry is not assigned |||| %{count} open enquiries are not assigned',
        action: 'Assign',
        to: filtered(
          '/contact-support',
          { isOpen: 'true', isAssigned: 'false' },
          '&sort=dateCreated&order=ASC&page=1&perPage=10',
        ),
        urgency: 'attention',
      };
    case 'requests':
      return {
        text: '%{count} request of yours waits for another administrator |||| %{count} requests of yours wait for another administrator',
        action: 'View',
        to: filtered('/approvals', { status: 'waiting', requestedBy: adminId }),
        urgency: 'plain',
      };
    default:
      return undefined;
  }
}

/** Describes how long the oldest of some work has waited. */
export const sinceText = (age: Wording): Wording => ['Oldest: %{age}', { age }];
