import type { Approval } from '@fynbos/api/approvals/answers.ts';
import { Link } from 'react-router-dom';
import { age, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { StatusTag } from '../record/StatusTag.tsx';

/** Name of the agent who is the subject of a request. */
function Subject({ subject }: { subject: string }) {
  const id = /^travel-agents\/(\d+)$/.exec(subject)?.[1];
  return id ? (
    <div className="under">
      <AgentLink id={Number(id)} />
    </div>
  ) : null;
}

const COLUMNS: readonly Column<Approval>[] = [
  {
    source: 'summary',
    label: 'Request',
    render: ({ id, summary, subject, reason }) => (
      <>
        <Link to={`/approvals/${id}`}>{summary}</Link>
        <Subject subject={subject} />
        {reason && <div className="under">{reason}</div>}
      </>
    ),
  },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  { source: 'requestedByName', label: 'Requested by', render: ({ requestedByName }) => requestedByName },
  {
    source: 'requestedAt',
    label: 'Requested',
    sortable: true,
    render: ({ requestedAt, status }) =>
      status === 'waiting' ? (
        <T values={{ asked: instant(requestedAt), age: age(requestedAt) }}>{'%{asked} (%{age})'}</T>
      ) : (
        instant(requestedAt)
      ),
  },
  { source: 'decidedByName', label: 'Decided by', render: ({ decidedByName }) => decidedByName ?? '—' },
];

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: [
      ['waiting', 'Waiting'],
      ['executed', 'Applied'],
      ['rejected', 'Rejected'],
      ['withdrawn', 'Withdrawn'],
      ['failed', 'Failed'],
      ['approved', 'Approved, not applied'],
    ],
  },
  { kind: 'text', source: 'summary', label: 'Request contains' },
  { kind: 'admin', source: 'requestedBy', label: 'Requested by' },
];

/** The inbox of changes that need approval. */
export default function ApprovalsPage() {
  return (
    <ListPage<Approval>
      columns={COLUMNS}
      empty={
        <p>
          <T>No approvals yet. Changes to bank details, contact details, roles and payouts arrive here.</T>
        </p>
      }
      filters={FILTERS}
      resource="approvals"
      sort={{ field: 'requestedAt', order: 'DESC' }}
      title="Approvals"
    />
  );
}
