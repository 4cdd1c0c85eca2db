import { dayOf } from '@fynbos/domain/calendar.ts';
import { rewards } from '../../api/reward-calls.ts';
import { LoadState } from '../../components/LoadState.tsx';
import { SubPage } from '../../components/SubPage.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { QuoteForm } from './QuoteForm.tsx';
import '../../styles/forms.css';
import './calculator.css';

/** What a rental would earn, while the agent is quoting it to a client. */
export default function CalculatorPage() {
  const loaded = useLoaded(rewards.promotions, 'promotions');
  const { data } = loaded;
  const today = dayOf(new Date());
  const running = data?.filter(({ isActive, startDate }) => isActive && startDate <= today);
  return (
    <SubPage
      parent="incentives"
      title={t('What would I earn?')}
      intro={t('An estimate for a rental that you are quoting. The invoice decides the final amount.')}
    >
      <LoadState of={loaded} text={t('The promotions could not be loaded.')} />
      {running?.length === 0 && (
        <p className="note">{t('No promotion is running today. New promotions appear under My Incentives.')}</p>
      )}
      {running && running.length > 0 && <QuoteForm promotions={running} today={today} />}
    </SubPage>
  );
}
