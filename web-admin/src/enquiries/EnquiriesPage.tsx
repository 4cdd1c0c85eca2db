import type { Assignee as Person } from '@fynbos/api/enquiries/answers.ts';
import { useGetMany, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import { Breakable, MutedText, StatusTag } from '../components/texts.tsx';
import { InputField } from '../form/InputField.tsx';
import { Field } from '../form/inputs.tsx';
import { age, cardDate, words } from '../format/format.ts';
import { T, useTranslation, type Wording } from '../i18n/T.tsx';
import type { FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { SelectRecord } from '../list/Selection.tsx';
import { type Enquiry, usePeople } from './enquiry.tsx';
import { StatusButtons } from './StatusButtons.tsx';
import './enquiries.css';
import { BulkDialog } from '../list/BulkDialog.tsx';

/** Assigns the selected enquiries, of this page and of others, to one person. */
function AssignDialog() {
  const { selectedIds } = useListContext<Enquiry>();
  const { data } = useGetMany<Enquiry>('contact-support', { ids: selectedIds });
  const { people, nameOf } = usePeople();
  if (!data) return null;
  return (
    <BulkDialog<Enquiry, { assignedTo: number | '' }>
      action="Assign"
      doneMessage="%{count} enquiry assigned. |||| %{count} enquiries assigned."
      effectOf={({ referenceNumber, assignedTo, status }) =>
        status === 'Resolved'
          ? { name: referenceNumber, effect: 'stays unchanged: resolved.', isSkipped: true }
          : {
              name: referenceNumber,
              effect:
                assignedTo === null
                  ? 'not assigned yet'
                  : ['assigned to %{name} now', { name: nameOf(assignedTo) ?? '' }],
            }
      }
      items={data}
      run={({ id, version }, { assignedTo }, { command }) =>
        command('PUT', `contact-support/${id}`, { assignedTo: Number(assignedTo) }, { version })
      }
      title="Assign the selected enquiries"
      values={{ assignedTo: '' }}
    >
      <Field
        choices={people.map(({ id, name }) => [id, name] as const)}
        label="Assign to"
        missing="Choose a person."
        source="assignedTo"
      />
    </BulkDialog>
  );
}

const filtersFor = (people: readonly Person[]): readonly FilterField[] => [
  { kind: 'text', source: 'q', label: 'Search text, address, reference' },
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: ['pending', 'Activated', 'Escalated', 'Resolved'],
  },
  {
    kind: 'choice',
    source: 'typeOfQuery',
    label: 'Type of query',
    choices: ['incentives', 'account', 'other'],
  },
  {
    kind: 'choice',
    source: 'assignedTo',
    label: 'Assigned to',
    choices: people.map(({ id, name }) => [String(id), name] as const),
  },
  {
    kind: 'choice',
    source: 'isAssigned',
    label: 'Assignment',
    choices: [
      ['false', 'Unassigned'],
      ['true', 'Assigned'],
    ],
  },
  { kind: 'choice', source: 'awaitsAnswer', label: 'Awaiting reply', choices: YES_NO },
  { kind: 'choice', source: 'isOpen', label: 'Open', choices: YES_NO },
  { kind: 'date', source: 'createdFrom', label: 'Sent from' },
  { kind: 'date', source: 'createdTo', label: 'Sent to' },
];

const YES_NO = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

const SORT_CHOICES = [
  ['dateCreated DESC', 'Newest first'],
  ['dateCreated ASC', 'Oldest first'],
  ['waitingSince ASC', 'Waiting longest'],
  ['lastUpdated DESC', 'Last changed'],
] as const;

/** Sort order of the cards, kept in the URL with the filters. */
function SortSelect() {
  const translate = useTranslation();
  const { sort, setSort } = useListContext();
  const setOrder = (value: string) => {
    const [field = 'dateCreated', order] = value.split(' ');
    setSort({ field, order: order === 'ASC' ? 'ASC' : 'DESC' });
  };
  return (
    <InputField
      label="Order"
      onChange={setOrder}
      sx={{ minWidth: 160 }}
      value={`${sort.field} ${sort.order}`}
      choices={SORT_CHOICES.map(([value, label]) => [value, translate(label)] as const)}
    />
  );
}

interface CardProps {
  readonly mayAnswer: boolean;
  nameOf(id: number | null): Wording | null;
}

function EnquiryCard({ enquiry, mayAnswer, nameOf }: CardProps & { enquiry: Enquiry }) {
  const { id, typeOfQuery, email, referenceNumber, dateCreated, status, queryDetails, waitingSince } = enquiry;
  const assigned = nameOf(enquiry.assignedTo);
  return (
    <li className="card enquiry-card">
      <h2>
        <span>
          {mayAnswer && <SelectRecord id={id} name={referenceNumber} />}
          <Link to={`/contact-support/${id}`}>{referenceNumber}</Link>
        </span>{' '}
        <StatusTag status={status} />
      </h2>
      <dl>
        <T as="dt">Type of query</T>
        <T as="dd">{words(typeOfQuery)}</T>
        <T as="dt">From</T>
        <dd>
          <Breakable text={email} />
        </dd>
        <T as="dt">Reference Number</T>
        <dd className="mono">{referenceNumber}</dd>
        <T as="dt">Date</T>
        <dd>
          {cardDate(dateCreated)} <MutedText values={{ age: age(dateCreated) }}>{'(%{age} ago)'}</MutedText>
        </dd>
        <T as="dt">Status</T>
        <dd>
          <T>{words(status)}</T>
          {waitingSince && (
            <>
              {' · '}
              <T values={{ age: age(waitingSince) }}>{'Awaiting reply for %{age}'}</T>
            </>
          )}
        </dd>
        <T as="dt">Assigned to</T>
        <dd>{assigned ? <T>{assigned}</T> : <MutedText>Unassigned</MutedText>}</dd>
      </dl>
      <p className="enquiry-details">{queryDetails}</p>
      {mayAnswer && (
        <div className="actions">
          <StatusButtons enquiry={enquiry} />
        </div>
      )}
    </li>
  );
}

export default function EnquiriesPage() {
  const may = useMay();
  const { people, nameOf } = usePeople();
  const asOf = useAsOf();
  const mayAnswer = !asOf && may('enquiries:answer');
  return (
    <ListPage
      links={
        <>
          <SortSelect />
          <ActionButton label="Templates" to="/contact-support/templates" variant="outlined" />
        </>
      }
      bulk={
        mayAnswer
          ? {
              actions: <ActionButton label="Assign" dialog={<AssignDialog />} size="small" variant="contained" />,
              nameOf: ({ referenceNumber }) => referenceNumber,
            }
          : undefined
      }
      cards={{
        className: 'enquiry-list',
        card: (enquiry) => <EnquiryCard enquiry={enquiry} mayAnswer={mayAnswer} nameOf={nameOf} />,
      }}
      empty="No enquiries. They come from the Contact Us page of the portal."
      filters={filtersFor(people)}
      resource="contact-support"
      sort={{ field: 'dateCreated', order: 'DESC' }}
      title="Contact Us and Support"
    />
  );
}
