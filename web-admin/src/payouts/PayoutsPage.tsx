import { usePermissions } from 'react-admin';
import { Link } from 'react-router-dom';
import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import type { Payout } from './payout.ts';

const COLUMNS: readonly Column<Payout>[] = [
  { source: 'reference', label: 'Run', render: ({ id, reference }) => <Link to={`/payouts/${id}`}>{reference}</Link> },
  { source: 'payDate', label: 'Pay date', render: ({ payDate }) => date(payDate) },
  { source: 'proposedAt', label: 'Proposed', sortable: true, render: ({ proposedAt }) => date(proposedAt) },
  { source: 'batch', label: 'Accounts', render: ({ batch }) => [batch === 'eft' ? 'South African' : 'Cross-border'] },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  { source: 'lines', label: 'Lines', number: true, render: ({ frozen }) => grouped(frozen.lines) },
  { source: 'nett', label: 'Nett', number: true, render: ({ frozen }) => rand(frozen.nettCents) },
  { source: 'paid', label: 'Paid', number: true, render: ({ paid }) => rand(paid.nettCents) },
  { source: 'openLines', label: 'Open', number: true, render: ({ openLines }) => grouped(openLines) },
];

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'reference', label: 'Run' },
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: (['freezing', 'frozen', 'approved', 'exported', 'settled', 'cancelled'] as const).map(
      (status) => [status, status] as const,
    ),
  },
];

/** All payout runs, newest first, with a button to propose one. */
export default function PayoutsPage() {
  const { permissions } = usePermissions<Record<string, string>>();
  return (
    <ListPage<Payout>
      actions={
        permissions?.['payouts:change'] && (
          <ActionButton
            label="Propose a run"
            dialog={(close) => <ProposeDialog onClose={close} />}
            variant="contained"
          />
        )
      }
      columns={COLUMNS}
      empty={<T as="p">No payouts yet. Propose a run to see who would be paid, and how much, before any payment.</T>}
      filters={FILTERS}
      resource="payouts"
      sort={{ field: 'proposedAt', order: 'DESC' }}
      title="Payouts"
    />
  );
}
