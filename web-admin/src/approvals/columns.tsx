import type { Approval } from '@fynbos/api/approvals/answers.ts';
import { Link } from 'react-router-dom';
import { TextWithAgentNames } from '../components/person-links.tsx';
import { StatusTag } from '../components/texts.tsx';
import { age, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';

/** Columns of a list of approval requests. */
export const APPROVAL_COLUMNS: readonly Column<Approval>[] = [
  {
    source: 'summary',
    label: 'Request',
    render: ({ id, summary, reason }) => (
      <>
        <Link to={`/approvals/${id}`}>
          <TextWithAgentNames text={summary} />
        </Link>
        {reason && <div className="under">{reason}</div>}
      </>
    ),
  },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  { source: 'requestedByName', label: 'Requested by' },
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
  { source: 'decidedByName', label: 'Decided by' },
];
