import { rewards } from '../../api/reward-calls.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadState } from '../../components/LoadState.tsx';
import { SubPage } from '../../components/SubPage.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { MonthlyGoal } from '../goal/MonthlyGoal.tsx';
import { ChallengeItem } from './ChallengeItem.tsx';
import { TierCard } from './TierCard.tsx';
import '../../styles/forms.css';
import './challenges.css';

/** The agent's tier, monthly goal, and challenges with their progress and results. */
export default function ChallengesPage() {
  const loaded = useLoaded(rewards.challenges, 'challenges');
  const { data } = loaded;
  const current = data?.challenges.filter(({ state }) => state !== 'ended') ?? [];
  const ended = data?.challenges.filter(({ state }) => state === 'ended').reverse() ?? [];
  return (
    <SubPage parent="incentives" title={t('Goals and challenges')}>
      <div className="stack-wide">
        <LoadState of={loaded} text={t('Your challenges could not be loaded.')} />
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
    </SubPage>
  );
}
