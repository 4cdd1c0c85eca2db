import { useState } from 'react';
import { offlineApi } from '../../api/offline-calls.ts';
import { monthName } from '../../format/date.ts';
import { rand, shortRand } from '../../format/money.ts';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { GoalForm } from './GoalForm.tsx';
import { GoalProtea } from './GoalProtea.tsx';
import './goal.css';

/** The agent's own goal for the month, with its progress. */
export function MonthlyGoal() {
  const { data, failed, reload } = useLoaded(offlineApi.goal, 'goal');
  const [editing, setEditing] = useState(false);
  if (failed && !data) return <LoadFailed text="Your goal could not be loaded." onRetry={reload} />;
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
      {goalCents === null ? 'Set a monthly goal' : 'Change goal'}
    </button>
  );
  if (goalCents === null) return <div>{change}</div>;
  const share = earnedCents / goalCents;
  return (
    <section className="card goal" aria-labelledby="goal">
      <GoalProtea share={share} />
      <div className="stack-tight">
        <h2 id="goal">Your goal for {monthName(month)}</h2>
        <p className="tabular">
          <strong className="goal-amount">{rand(earnedCents)}</strong> of {shortRand(goalCents)}
        </p>
        <p className="quiet" role="status">
          {share >= 1
            ? 'You reached your goal. Well done!'
            : `${rand(goalCents - earnedCents)} to go. Pending rewards count once they are earned.`}
        </p>
        <div>{change}</div>
      </div>
    </section>
  );
}
