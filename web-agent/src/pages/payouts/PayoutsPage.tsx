import { Link } from 'react-router-dom';
import { money } from '../../api/money-calls.ts';
import { rewards } from '../../api/reward-calls.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { T, t } from '../../i18n/t.tsx';
import { Balance } from '../overview/Balance.tsx';
import { Expiring } from './Expiring.tsx';
import { MonthStatement } from './MonthStatement.tsx';
import { PayoutList } from './PayoutList.tsx';
import '../../styles/forms.css';
import './payouts.css';

/** Payouts and their parts, the current balance, rewards about to expire, and statements to download. */
export default function PayoutsPage() {
  const overview = useLoaded(rewards.overview, 'overview');
  const payouts = useLoaded(money.payouts, 'payouts');
  const tax = useLoaded(money.taxProfile, 'tax-profile');
  return (
    <div className="page stack-wide">
      <div className="stack">
        <div className="page-head payouts-head">
          <h1>{t('Payouts')}</h1>
          <p>
            <T
              text="See every payout and the rewards in it. For PAYE, go to %{link}."
              link={<Link to="/agent/tax">{t('Tax and certificates')}</Link>}
            />
          </p>
        </div>
        {overview.failed && !overview.data && (
          <LoadFailed text={t('Your balance could not be loaded. Your rewards are safe.')} onRetry={overview.reload} />
        )}
        <Balance overview={overview.data} />
        {tax.data && <Expiring profile={tax.data} />}
      </div>
      <section className="stack" aria-labelledby="payouts">
        <h2 id="payouts">{t('Your payouts')}</h2>
        {payouts.failed && !payouts.data && (
          <LoadFailed
            text={t('Your payouts could not be loaded. Nothing about them has changed.')}
            onRetry={payouts.reload}
          />
        )}
        {!payouts.failed && !payouts.data && (
          <div className="skeleton" aria-hidden="true">
            <i className="tall" />
            <i className="tall" />
          </div>
        )}
        {payouts.data && <PayoutList payouts={payouts.data} />}
      </section>
      <MonthStatement />
    </div>
  );
}
