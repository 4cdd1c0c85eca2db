import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { age, cardDate } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { StatusTag } from '../record/StatusTag.tsx';

export interface Enquiry extends RaRecord {
  readonly id: number;
  readonly agentId: number | null;
  readonly email: string;
  readonly typeOfQuery: string;
  readonly queryDetails: string;
  readonly status: string;
  readonly referenceNumber: string;
  readonly reservationNo: string | null;
  readonly promoCode: string | null;
  readonly dateCreated: string;
  readonly assignedTo: number | null;
  readonly awaitsAnswer: boolean;
  /** Since when a message of the sender has been unanswered. */
  readonly waitingSince: string | null;
  /** The agent with the same e-mail address as the visitor: likely the sender, but not verified. */
  readonly sameAddressAs?: number | null;
  readonly thread?: readonly {
    readonly id: string;
    readonly kind: 'sender' | 'support' | 'note';
    readonly at: string;
    readonly by: string | null;
    readonly text: string | null;
  }[];
  readonly version: number;
}

/** Statuses that the buttons set, in the specification's order and wording. Hidden once the enquiry is Resolved. */
export const STATUS_ACTIONS = [
  ['Resolve', 'Resolved'],
  ['Escalate', 'Escalated'],
  ['Activate', 'Activated'],
] as const;

/** Columns of enquiries within another page. */
export const ENQUIRY_COLUMNS: readonly Column<Enquiry>[] = [
  {
    source: 'referenceNumber',
    label: 'Reference Number',
    render: ({ id, referenceNumber }) => <Link to={`/contact-support/${id}`}>{referenceNumber}</Link>,
  },
  { source: 'typeOfQuery', label: 'Type', render: ({ typeOfQuery }) => <T>{typeOfQuery}</T> },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  {
    source: 'dateCreated',
    label: 'Date',
    sortable: true,
    render: ({ dateCreated }) => (
      <T values={{ date: cardDate(dateCreated), age: age(dateCreated) }}>{'%{date} (%{age})'}</T>
    ),
  },
];
