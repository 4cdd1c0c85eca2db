import { useRead } from '../../api/use-read.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadState } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { T, t } from '../../i18n/t.tsx';
import { OfflineNote } from '../../shell/OfflineNote.tsx';
import { GoalProtea, MonthlyGoal } from '../goal/MonthlyGoal.tsx';
import '../../styles/forms.css';
import './challenges.css';
import type { AgentChallenge, AgentChallenges } from '../../api/types.ts';
import { rand, shortRand } from '../../format/money.ts';
import { amountOf, statusText, timeText } from './challenge-text.ts';

export default function ChallengesPage() {
  const loaded = useRead('agent/challenges');
  const { data } = loaded;
  const current = data?.challenges.filter(({ state }) => state !== 'ended') ?? [];
  const ended = data?.challenges.filter(({ state }) => state === 'ended').reverse() ?? [];
  return (
    <Page parent="incentives" title={t('Goals and challenges')}>
      <div className="stack-wide">
        <OfflineNote />
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
              <ul className="stack">
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
            <ul className="stack">
              {ended.map((challenge) => (
                <ChallengeItem key={challenge.id} challenge={challenge} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  );
}

function TierCard({ tier, tiers }: Pick<AgentChallenges, 'tier' | 'tiers'>) {
  const { name, nettCents, next } = tier;
  return (
    <section className="tier" aria-labelledby="tier">
      <div className="earnings-now">
        <h2 id="tier">{t('Your tier')}</h2>
        <p className="figure figure-large">{name}</p>
        <p>
          <T text="%{nett} nett in the 12 months to today." nett={<span className="money">{rand(nettCents)}</span>} />{' '}
          {next ? (
            <T
              text="%{amount} more to %{name}."
              amount={<strong className="money">{rand(next.fromCents - nettCents)}</strong>}
              name={next.name}
            />
          ) : (
            t('This is the highest tier.')
          )}
        </p>
        {next && <progress max={next.fromCents} value={Math.max(0, nettCents)} aria-labelledby="tier" />}
      </div>
      <ol className="tiers">
        {tiers.map((one) => (
          <li key={one.name} aria-current={one.name === name ? 'step' : undefined}>
            <strong>{one.name}</strong>
            <span className="tabular">
              {one.fromCents === 0 ? t('From the start') : t('From %{from}', { from: shortRand(one.fromCents) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ChallengeItem({ challenge }: { readonly challenge: AgentChallenge }) {
  const { id, title, description, target, progress, isReached, state, badge, isForAgency } = challenge;
  const hasBegun = state !== 'planned';
  const amounts = {
    progress: <strong className="goal-amount">{amountOf(challenge, progress)}</strong>,
    target: amountOf(challenge, target),
  };
  return (
    <li className={isReached ? 'card goal challenge-reached' : 'card goal'}>
      <GoalProtea share={progress / target} />
      <div className="stack-tight">
        <h3 id={`challenge-${id}`}>{title}</h3>
        <p className="quiet">
          {timeText(challenge, new Date())} {isForAgency && t('For your agency.')}
        </p>
        {hasBegun && (
          <p className="tabular">
            {challenge.measure === 'nett' ? (
              <T text="%{progress} of %{target} nett" {...amounts} />
            ) : (
              <T text="%{progress} of %{target}" {...amounts} />
            )}
          </p>
        )}
        {state === 'active' && (
          <progress max={target} value={Math.min(target, Math.max(0, progress))} aria-labelledby={`challenge-${id}`} />
        )}
        <p>{statusText(challenge)}</p>
        <p className="quiet">{description}</p>
        <p className={isReached ? 'medal medal-won' : 'medal'}>
          <span className="sr-only">{t('Badge:')} </span>
          {badge}
        </p>
      </div>
    </li>
  );
}
