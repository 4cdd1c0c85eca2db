import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { age, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { StatusTag } from '../record/StatusTag.tsx';

interface Approval extends RaRecord {
  readonly summary: string;
  readonly subject: string;
  readonly status: string;
  readonly requestedByName: string;
  readonly requestedAt: string;
  readonly reason: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: string | null;
}

const COLUMNS: readonly Column<Approval>[] = [
  { source: 'summary', label: 'Request', render: ({ id, summary }) => <Link to={`/approvals/${id}`}>{summary}</Link> },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  { source: 'requestedByName', label: 'Asked by', render: ({ requestedByName }) => requestedByName },
  {
    source: 'requestedAt',
    label: 'Asked',
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
      ['executed', 'Carried out'],
      ['rejected', 'Rejected'],
      ['withdrawn', 'Withdrawn'],
      ['failed', 'Failed'],
      ['approved', 'Approved, not carried out'],
    ],
  },
  { kind: 'text', source: 'subject', label: 'Record (travel-agents/7)' },
];

/** The inbox of what needs a second person. */
export default function ApprovalsPage() {
  return (
    <ListPage<Approval>
      columns={COLUMNS}
      empty={
        <p>
          <T>
            Nothing has needed a second person yet. Changes of bank details, contacts, rights and payouts arrive here.
          </T>
        </p>
      }
      filters={FILTERS}
      resource="approvals"
      sort={{ field: 'requestedAt', order: 'DESC' }}
      title="Second person"
    />
  );
}
