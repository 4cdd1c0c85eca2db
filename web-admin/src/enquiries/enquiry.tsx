import type { EnquiryDetail, Enquiry as ListedEnquiry } from '@fynbos/api/enquiries/answers.ts';
import { Link } from 'react-router-dom';
import { age, cardDate } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { StatusTag } from '../record/StatusTag.tsx';

export type Enquiry = ListedEnquiry & Partial<EnquiryDetail>;

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
