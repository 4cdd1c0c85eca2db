import type { Approval } from '@fynbos/api/approvals/answers.ts';
import { Link } from 'react-router-dom';
import { age, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { NamedText } from '../record/NamedText.tsx';
import { StatusTag } from '../record/StatusTag.tsx';

const COLUMNS: readonly Column<Approval>[] = [
  {
    source: 'summary',
    label: 'Request',
    render: ({ id, summary, reason }) => (
      <>
        <Link to={`/approvals/${id}`}>
          <NamedText text={summary} />
        </Link>
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
