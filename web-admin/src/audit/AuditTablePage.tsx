import type { AuditEntry as Entry } from '@fynbos/api/audit/answers.ts';
import { Link } from 'react-router-dom';
import { EDITED_AGENT_FIELDS, fieldName } from '../components/field.ts';
import { ActorName } from '../components/person-links.tsx';
import { useRead } from '../components/use-read.tsx';
import { exactInstant, words } from '../format/format.ts';
import { asPart, T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { detailText, eventName } from './event-name.ts';
import { RecordLink } from './RecordLink.tsx';

function EntryCell({ entry }: { entry: Entry }) {
  const { type, fields, outcome } = entry;
  const detail = detailText(entry);
  return (
    <>
      <T as="span" className={outcome === 'refused' ? 'status attention' : undefined}>
        {eventName(type)}
      </T>
      {detail && (
        <T as="div" className="under">
          {asPart(detail)}
        </T>
      )}
      {fields.length > 0 && <div className="under">{fields.map(words).join(', ')}</div>}
    </>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    source: 'recordedAt',
    label: 'Time',
    sortable: true,
    render: ({ id, recordedAt }) => <Link to={`/events/${id}`}>{exactInstant(recordedAt)}</Link>,
  },
  {
    source: 'actor',
    label: 'Who',
    render: ({ actorKind, actorId }) => <ActorName actor={`${actorKind} ${actorId}`} />,
  },
  { source: 'type', label: 'What', render: (entry) => <EntryCell entry={entry} /> },
  { source: 'streamId', label: 'Record', render: ({ streamId }) => <RecordLink streamId={streamId} /> },
  { source: 'reason', label: 'Reason' },
];

/** Agent fields with changes recorded in the log. */
const FIELDS = EDITED_AGENT_FIELDS.map((field) => [field, fieldName(field)] as const);

/** Includes routine events and rejected attempts, for filters and export. */
export default function AuditTablePage() {
  const { data: types = [] } = useRead('event-types');
  const filters: readonly FilterField[] = [
    {
      kind: 'search',
      source: 'type',
      label: 'What',
      choices: types
        .map(({ type }) => [type, eventName(type)] as const)
        .sort(([, a], [, b]) => a.localeCompare(b, 'en-ZA')),
    },
    {
      kind: 'choice',
      source: 'aggregate',
      label: 'Kind of record',
      choices: [...new Set(types.map(({ aggregate }) => aggregate))],
    },
    {
      kind: 'choice',
      source: 'actorKind',
      label: 'Who',
      choices: ['admin', 'agent', 'integrator', 'system', 'visitor'],
    },
    { kind: 'admin', source: 'actorId', label: 'Administrator' },
    {
      kind: 'choice',
      source: 'outcome',
      label: 'Outcome',
      choices: ['done', ['refused', 'Rejected']],
    },
    { kind: 'search', source: 'field', label: 'Changed field', choices: FIELDS },
    { kind: 'text', source: 'reason', label: 'Reason contains' },
    { kind: 'date', source: 'from', label: 'From' },
    { kind: 'date', source: 'to', label: 'To' },
  ];
  return (
    <ListPage
      columns={COLUMNS}
      empty="No entries yet."
      exportable
      filterDefaults={{ actorKind: 'admin' }}
      filters={filters}
      parent={{ to: '/audit-log', label: 'Audit log' }}
      perPage={25}
      resource="audit-log"
      sort={{ field: 'recordedAt', order: 'DESC' }}
      title="Audit log: single events"
    />
  );
}
