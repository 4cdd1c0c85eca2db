import { dayOf } from '@fynbos/domain/calendar.ts';
import { Link } from 'react-router-dom';
import { rewards } from '../../api/reward-calls.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { QuoteForm } from './QuoteForm.tsx';
import '../../styles/forms.css';
import './calculator.css';

/** What a rental would earn, while the agent is quoting it to a client. */
export default function CalculatorPage() {
  const { data, failed, reload } = useLoaded(rewards.promotions, 'promotions');
  const today = dayOf(new Date());
  const running = data?.filter(({ isActive, startDate }) => isActive && startDate <= today);
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <p>
          <Link to="/agent/incentives">{t('My Incentives')}</Link>
        </p>
        <h1>{t('What would I earn?')}</h1>
        <p>{t('An estimate for a rental that you are quoting. The invoice decides the final amount.')}</p>
      </div>
      {failed && !data && <LoadFailed text={t('The promotions could not be loaded.')} onRetry={reload} />}
      {!data && !failed && (
        <div className="skeleton">
          <i className="tall" />
        </div>
      )}
      {running?.length === 0 && (
        <p className="note">{t('No promotion is running today. New promotions appear under My Incentives.')}</p>
      )}
      {running && running.length > 0 && <QuoteForm promotions={running} today={today} />}
    </div>
  );
}
