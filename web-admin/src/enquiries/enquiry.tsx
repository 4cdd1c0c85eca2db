import type {
  EnquiryDetail,
  Enquiry as ListedEnquiry,
  Assignee as Person,
  EnquiryTemplateAnswer as Template,
} from '@fynbos/api/enquiries/answers.ts';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { StatusTag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { age, cardDate, words } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';

/** The possible assignees, and the name of an assignee by id. */
export function usePeople(): { people: readonly Person[]; nameOf: (id: number | null) => Wording | null } {
  const { data = [] } = useRead('enquiry-people');
  const nameOf = (id: number | null): Wording | null =>
    id === null ? null : (data.find((person) => person.id === id)?.name ?? ['Administrator %{id}', { id }]);
  return { people: data, nameOf };
}

/** Fetches the templates, sorted by title. */
export const useTemplates = () =>
  useGetList<Template>('enquiry-templates', {
    // As many as the server returns at once.
    pagination: { page: 1, perPage: 1_000 },
    sort: { field: 'title', order: 'ASC' },
  });

/** Fills a template's placeholders from an enquiry. */
export const filled = (
  { text }: Pick<Template, 'text'>,
  { referenceNumber, reservationNo }: Pick<Enquiry, 'referenceNumber' | 'reservationNo'>,
): string => text.replaceAll('{reference}', referenceNumber).replaceAll('{reservation}', reservationNo ?? '…');

export type Enquiry = ListedEnquiry & Partial<EnquiryDetail>;

/** Statuses that the buttons set, in the specification's order and wording. Hidden once the enquiry is Resolved. */
export const STATUS_ACTIONS = [
  ['Resolve', 'Resolved'],
  ['Escalate', 'Escalated'],
  ['Activate', 'Activated'],
] as const;

export const ENQUIRY_COLUMNS: readonly Column<Enquiry>[] = [
  {
    source: 'referenceNumber',
    label: 'Reference Number',
    render: ({ id, referenceNumber }) => <Link to={`/contact-support/${id}`}>{referenceNumber}</Link>,
  },
  { source: 'typeOfQuery', label: 'Type', render: ({ typeOfQuery }) => <T>{words(typeOfQuery)}</T> },
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
