import { offlineApi } from '../../api/offline-copy.ts';
import { Link } from '../../components/Link.tsx';
import { LoadState, useFresh, useLoaded } from '../../components/load-state.tsx';
import { T, t } from '../../i18n/t.tsx';
import { OfflineNote } from '../../shell/OfflineNote.tsx';
import { Balance } from '../overview/Balance.tsx';
import { PayoutList } from './PayoutList.tsx';
import '../../styles/forms.css';
import './payouts.css';
import { useState } from 'react';
import type { TaxProfile } from '../../api/types.ts';
import { dayName, filterMonths } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { MonthChoice, MonthStatementLinks } from '../incentives/MonthControls.tsx';

/** Payouts and their parts, the current balance, rewards about to expire, and statements to download. */
export default function PayoutsPage() {
  const overview = useLoaded(offlineApi.overview, 'overview');
  const payouts = useLoaded(offlineApi.payouts, 'payouts');
  const tax = useLoaded(offlineApi.taxProfile, 'tax-profile');
  useFresh(overview);
  useFresh(payouts);
  useFresh(tax);
  return (
    <div className="page stack-wide">
      <div className="stack">
        <div className="page-head">
          <h1>{t('Payouts')}</h1>
          <p>
            <T
              text="See every payout and the rewards in it. For PAYE, go to %{link}."
              link={<Link to="/agent/tax">{t('Tax and certificates')}</Link>}
            />
          </p>
        </div>
        <OfflineNote />
        <Balance of={overview} />
        {tax.data && <Expiring profile={tax.data} />}
      </div>
      <section className="stack" aria-labelledby="payouts">
        <h2 id="payouts">{t('Your payouts')}</h2>
        <LoadState
          of={payouts}
          text={t('Your payouts could not be loaded. The payouts themselves are not affected.')}
        />
        {payouts.data && <PayoutList payouts={payouts.data} />}
      </section>
      <MonthStatement />
    </div>
  );
}

/** Maximum number of rewards listed individually; the rest is included in the total. */
const MAX_LISTED_REWARDS = 5;

/** They expire within sixty days if not paid first. Nothing without them. */
export function Expiring({ profile: { expiring, expiryMonths } }: { readonly profile: TaxProfile }) {
  if (expiring.length === 0) return null;
  const sum = expiring.reduce((cents, { nettCents }) => cents + nettCents, 0);
  const rest = expiring.length - MAX_LISTED_REWARDS;
  return (
    <section className="note note-warning" aria-labelledby="expiring">
      <h2 id="expiring">{t('%{sum} expires soon', { sum: rand(sum) })}</h2>
      <p>
        {t(
          'A reward that is not paid within %{months} months of being earned expires. To keep it, complete your details or earn up to the payout minimum before the dates below.',
          { months: expiryMonths ?? '' },
        )}
      </p>
      <ul className="stack-tight">
        {expiring.slice(0, MAX_LISTED_REWARDS).map(({ reservationNo, nettCents, expiresOn }) => (
          <li key={reservationNo} className="row spread">
            <span>{t('Reservation %{reservationNo}', { reservationNo })}</span>
            <span className="tabular">
              {t('%{nett} until %{expiresOn}', { nett: rand(nettCents), expiresOn: dayName(expiresOn) })}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{t('And %{rest} more.', { rest })}</p>}
    </section>
  );
}

/** A month's decided reservations, paid or not. A payout's own statement is part of the payout. */
function MonthStatement() {
  const [months] = useState(() => filterMonths(new Date()));
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <section className="stack" aria-labelledby="by-month">
      <h2 id="by-month">{t('Statements by month')}</h2>
      <p>{t('All reservations for a month with their outcome, paid or unpaid.')}</p>
      <div className="row">
        <MonthChoice months={months} month={month} onMonth={setMonth} />
        <MonthStatementLinks month={month} />
      </div>
    </section>
  );
}
