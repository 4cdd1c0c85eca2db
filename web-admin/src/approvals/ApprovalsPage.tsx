import type { FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { APPROVAL_COLUMNS } from './columns.tsx';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: [
      'waiting',
      ['executed', 'Applied'],
      'rejected',
      'withdrawn',
      'failed',
      ['approved', 'Approved, not applied'],
    ],
  },
  { kind: 'text', source: 'summary', label: 'Request contains' },
  { kind: 'admin', source: 'requestedBy', label: 'Requested by' },
];

export default function ApprovalsPage() {
  return (
    <ListPage
      columns={APPROVAL_COLUMNS}
      empty="No approvals yet. Changes to bank details, contact details, roles and payouts arrive here."
      filters={FILTERS}
      resource="approvals"
      sort={{ field: 'requestedAt', order: 'DESC' }}
      title="Approvals"
    />
  );
}
