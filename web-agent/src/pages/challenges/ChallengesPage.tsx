import { Link } from 'react-router-dom';
import { rewards } from '../../api/reward-calls.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { MonthlyGoal } from '../goal/MonthlyGoal.tsx';
import { ChallengeItem } from './ChallengeItem.tsx';
import { TierCard } from './TierCard.tsx';
import '../../styles/forms.css';
import './challenges.css';

/** The agent's tier, monthly goal, and challenges with their progress and results. */
export default function ChallengesPage() {
  const { data, failed, reload } = useLoaded(rewards.challenges, 'challenges');
  const current = data?.challenges.filter(({ state }) => state !== 'ended') ?? [];
  const ended = data?.challenges.filter(({ state }) => state === 'ended').reverse() ?? [];
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <p>
          <Link to="/agent/incentives">{t('My Incentives')}</Link>
        </p>
        <h1>{t('Goals and challenges')}</h1>
      </div>
      <div className="stack-wide">
        {failed && !data && <LoadFailed text={t('Your challenges could not be loaded.')} onRetry={reload} />}
        {!data && !failed && (
          <div className="skeleton">
            <i className="tall" />
          </div>
        )}
        {data && <TierCard tier={data.tier} tiers={data.tiers} />}
        <MonthlyGoal />
        {data && (
          <section className="stack" aria-labelledby="challenges">
            <h2 id="challenges">{t('Challenges')}</h2>
            {current.length === 0 ? (
              <EmptyState title={t('No challenges right now')}>
                <p>
                  {t(
                    'When one starts, it appears here with your progress. Every reward that you earn counts towards it.',
                  )}
                </p>
              </EmptyState>
            ) : (
              <ul className="challenges">
                {current.map((challenge) => (
                  <ChallengeItem key={challenge.id} challenge={challenge} />
                ))}
              </ul>
            )}
          </section>
        )}
        {ended.length > 0 && (
          <section className="stack" aria-labelledby="results">
            <h2 id="results">{t('Results')}</h2>
            <ul className="challenges">
              {ended.map((challenge) => (
                <ChallengeItem key={challenge.id} challenge={challenge} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}
