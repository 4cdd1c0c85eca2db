import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { date, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { AgentLink } from '../record/PersonLink.tsx';
import { StatusTag } from '../record/StatusTag.tsx';

/** A decided reservation in a list. */
export interface Reward extends RaRecord {
  readonly id: string;
  readonly loyaltyTrackingNo: string | null;
  readonly agentId: number | null;
  readonly promoCode: string | null;
  readonly month: string;
  readonly invoiceDate: string;
  readonly status: string;
  readonly reason: string | null;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

/** Columns of rewards. The reservation number links to the explanation of the amount. */
export const REWARD_COLUMNS: readonly Column<Reward>[] = [
  {
    source: 'reservationNo',
    label: 'Reservation',
    render: ({ id }) => <Link to={`/rewards/${encodeURIComponent(id)}`}>{id}</Link>,
  },
  { source: 'invoiceDate', label: 'Invoice date', sortable: true, render: ({ invoiceDate }) => date(invoiceDate) },
  {
    source: 'agentId',
    label: 'Agent',
    render: ({ loyaltyTrackingNo, agentId }) => (
      <>
        {agentId && <AgentLink id={agentId} />}
        <div className="under mono">{loyaltyTrackingNo ?? '—'}</div>
      </>
    ),
  },
  { source: 'promoCode', label: 'Code', render: ({ promoCode }) => promoCode ?? '—' },
  {
    source: 'status',
    label: 'Status',
    render: ({ status, reason }) => (
      <>
        <StatusTag status={status} />
        {reason && (
          <div className="under">
            <T>{words(reason)}</T>
          </div>
        )}
      </>
    ),
  },
  { source: 'grossCents', label: 'Gross', number: true, render: ({ grossCents }) => rand(grossCents) },
  { source: 'payeCents', label: 'PAYE', number: true, render: ({ payeCents }) => rand(payeCents) },
  { source: 'nettCents', label: 'Nett', number: true, render: ({ nettCents }) => rand(nettCents) },
];
