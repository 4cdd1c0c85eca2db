import { useQuery } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { instant, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { recordLink } from './record-link.ts';
import { SavedViews } from './SavedViews.tsx';

interface Entry extends RaRecord {
  readonly recordedAt: string;
  readonly type: string;
  readonly streamId: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly reason: string | null;
  readonly fields: readonly string[];
  readonly outcome: 'done' | 'refused';
  /** Of a refused attempt: the call, and why. Of an act on the machinery or a session: what was done, and to what. */
  readonly detail: string | null;
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    source: 'recordedAt',
    label: 'When',
    sortable: true,
    render: ({ id, recordedAt }) => <Link to={`/events/${id}`}>{instant(recordedAt)}</Link>,
  },
  {
    source: 'type',
    label: 'What',
    render: ({ type, fields, outcome, detail }) => (
      <>
        <T>{words(type)}</T>{' '}
        {outcome === 'refused' && (
          <span className="status attention">
            <T>Refused</T>
          </span>
        )}
        {detail && <div className="under mono">{detail}</div>}
        {fields.length > 0 && <div className="under">{fields.map(words).join(', ')}</div>}
      </>
    ),
  },
  {
    source: 'streamId',
    label: 'Record',
    render: ({ streamId }) => {
      const to = recordLink(streamId);
      return to ? <Link to={to}>{streamId}</Link> : <span className="mono">{streamId}</span>;
    },
  },
  {
    source: 'actor',
    label: 'Who',
    render: ({ actorKind, actorId }) => (actorKind === 'visitor' ? 'Visitor' : `${words(actorKind)} ${actorId}`),
  },
  { source: 'reason', label: 'Why', render: ({ reason }) => reason ?? '—' },
];

interface EventType {
  readonly type: string;
  readonly aggregate: string;
}

const same = (values: readonly string[]) => values.map((value) => [value, words(value)] as const);

/** The global audit log: everything that happened, refused attempts too. */
export default function AuditLogPage() {
  const { data: types = [] } = useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => get<EventType[]>('event-types', signal),
  });
  const filters: readonly FilterField[] = [
    { kind: 'choice', source: 'type', label: 'What', choices: same(types.map(({ type }) => type).sort()) },
    {
      kind: 'choice',
      source: 'aggregate',
      label: 'Kind of record',
      choices: same([...new Set(types.map(({ aggregate }) => aggregate))]),
    },
    { kind: 'text', source: 'streamId', label: 'Record (agent-7)' },
    {
      kind: 'choice',
      source: 'actorKind',
      label: 'Who',
      choices: same(['admin', 'agent', 'integrator', 'system', 'visitor']),
    },
    { kind: 'text', source: 'actorId', label: 'Id of who' },
    { kind: 'choice', source: 'outcome', label: 'Outcome', choices: same(['done', 'refused']) },
    { kind: 'text', source: 'field', label: 'Field that changed' },
    { kind: 'date', source: 'from', label: 'From' },
    { kind: 'date', source: 'to', label: 'Until' },
  ];
  return (
    <ListPage<Entry>
      actions={<SavedViews />}
      columns={COLUMNS}
      empty={
        <p>
          <T>Nothing has happened yet.</T>
        </p>
      }
      exportable
      filters={filters}
      perPage={25}
      resource="audit-log"
      sort={{ field: 'recordedAt', order: 'DESC' }}
      title="Audit log"
    />
  );
}
