import { shownReasons } from '@fynbos/domain/rental/reasons.ts';
import type { FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { REWARD_COLUMNS } from './reward.tsx';

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'reservationNo', label: 'Reservation number' },
  { kind: 'text', source: 'loyaltyTrackingNo', label: 'Tracking number' },
  { kind: 'month', source: 'month', label: 'Month' },
  { kind: 'promotion', source: 'promotionId', label: 'Promotion' },
  { kind: 'agent', source: 'agentId', label: 'Travel agent' },
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: ['Earned', 'Pending', 'Paid', 'Expired', 'Declined'],
  },
  {
    kind: 'choice',
    source: 'reason',
    label: 'Reason',
    choices: shownReasons,
  },
];

export default function RewardsPage() {
  return (
    <ListPage
      columns={REWARD_COLUMNS}
      empty="No reservation has been decided yet. Rewards appear when integrators send invoices."
      exportable
      filters={FILTERS}
      perPage={25}
      resource="rewards"
      sort={{ field: 'invoiceDate', order: 'DESC' }}
      title="Rewards"
    />
  );
}
