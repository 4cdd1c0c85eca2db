import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Payout } from '../../api/types.ts';
import { t } from '../../i18n/t.tsx';
import { PayoutItem } from './PayoutItem.tsx';

/** Payouts, newest first, one open at a time. Without payouts, explains how to get the first one. */
export function PayoutList({ payouts }: { readonly payouts: readonly Payout[] }) {
  const [open, setOpen] = useState<string | null>(null);
  if (payouts.length === 0) {
    return (
      <div className="empty stack-tight">
        <p>
          <strong>{t('No payouts yet.')}</strong>
        </p>
        <p className="quiet">
          {t('You’ll get your first payout once you’ve reached the minimum and your details are complete.')}
        </p>
        <p>
          <Link to="/agent/incentives">{t('See what you have earned')}</Link>
        </p>
      </div>
    );
  }
  return (
    <ol className="payouts">
      {payouts.map((payout) => (
        <PayoutItem
          key={payout.id}
          payout={payout}
          open={open === payout.id}
          onToggle={() => setOpen(open === payout.id ? null : payout.id)}
        />
      ))}
    </ol>
  );
}
