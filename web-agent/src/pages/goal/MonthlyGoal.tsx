import { useState } from 'react';
import { offlineApi } from '../../api/offline-calls.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { monthName } from '../../format/date.ts';
import { rand, shortRand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';
import { lazyPart } from '../../shell/lazy-page.tsx';
import { GoalProtea } from './GoalProtea.tsx';
import './goal.css';

const GoalForm = lazyPart(() => import('./GoalForm.tsx'));

/** The agent's own goal for the month, with its progress. */
export function MonthlyGoal() {
  const { data, failed, reload } = useLoaded(offlineApi.goal, 'goal');
  const [editing, setEditing] = useState(false);
  if (failed && !data) return <LoadFailed text={t('Your goal could not be loaded.')} onRetry={reload} />;
  if (!data) return null;
  const { goalCents, earnedCents, month } = data;
  if (editing) {
    const done = () => {
      setEditing(false);
      reload();
    };
    return <GoalForm goalCents={goalCents} onDone={done} onCancel={() => setEditing(false)} />;
  }
  const change = (
    <button type="button" className="button button-plain" onClick={() => setEditing(true)}>
      {goalCents === null ? t('Set a monthly goal') : t('Change goal')}
    </button>
  );
  if (goalCents === null) return <div>{change}</div>;
  const share = earnedCents / goalCents;
  return (
    <section className="card goal" aria-labelledby="goal">
      <GoalProtea share={share} />
      <div className="stack-tight">
        <h2 id="goal">{t('Your goal for %{month}', { month: monthName(month) })}</h2>
        <p className="tabular">
          <T
            text="%{progress} of %{target}"
            progress={<strong className="goal-amount">{rand(earnedCents)}</strong>}
            target={shortRand(goalCents)}
          />
        </p>
        <p className="quiet" role="status">
          {share >= 1
            ? t('You reached your goal. Well done!')
            : t('%{amount} to go. Pending rewards count once they are earned.', {
                amount: rand(goalCents - earnedCents),
              })}
        </p>
        <div>{change}</div>
      </div>
    </section>
  );
}
