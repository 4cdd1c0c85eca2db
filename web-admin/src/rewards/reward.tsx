import type { Reward } from '@fynbos/api/rewards/answers.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { lazily } from '../api/load-page.ts';
import { AgentLink } from '../components/person-links.tsx';
import { StatusTag } from '../components/texts.tsx';
import { date, rand, words } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import './rewards.css';

const ExplainDrawer = lazily(() => import('./ExplainDrawer.tsx'));

/** An amount of a reward that opens its explanation in place. */
function ExplainedAmount({ id, amount }: { id: string; amount: string }) {
  const translate = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-label={translate('Explain %{amount}', { amount })}
        className="amount-button"
        onClick={() => setOpen(true)}
        type="button"
      >
        {amount}
      </button>
      {isOpen && <ExplainDrawer id={id} onClose={() => setOpen(false)} />}
    </>
  );
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
    render: ({ loyaltyTrackingNo, agentId }) =>
      (agentId || loyaltyTrackingNo) && (
        <>
          {agentId && <AgentLink id={agentId} />}
          {loyaltyTrackingNo && <div className="under mono">{loyaltyTrackingNo}</div>}
        </>
      ),
  },
  { source: 'promoCode', label: 'Code' },
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
  {
    source: 'nettCents',
    label: 'Nett',
    number: true,
    render: ({ id, nettCents }) => <ExplainedAmount amount={rand(nettCents)} id={id} />,
  },
];
