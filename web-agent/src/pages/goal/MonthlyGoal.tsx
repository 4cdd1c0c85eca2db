import { useState } from 'react';
import { offlineApi } from '../../api/offline-copy.ts';
import { Button } from '../../components/Button.tsx';
import { LoadState, useFresh, useLoaded } from '../../components/load-state.tsx';
import { monthName } from '../../format/date.ts';
import { rand, shortRand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';
import { lazyPart } from '../../shell/lazy-page.tsx';
import './goal.css';

const GoalDialog = lazyPart(() => import('./GoalDialog.tsx'));

/** The agent's own goal for the month, with its progress. */
export function MonthlyGoal() {
  const loaded = useLoaded(offlineApi.goal, 'goal');
  useFresh(loaded);
  const { data, refetch } = loaded;
  const [editing, setEditing] = useState(false);
  if (!data) return <LoadState of={loaded} text={t('Your goal could not be loaded.')} placeholder={null} />;
  const { goalCents, earnedCents, month } = data;
  const close = () => setEditing(false);
  const share = goalCents === null ? null : earnedCents / goalCents;
  // The button keeps its place in the tree, so that it gets the focus back when the dialog has set or removed a goal.
  return (
    <section className={share === null ? undefined : 'card goal'} aria-label={t('Monthly goal')}>
      {share !== null && <GoalProtea share={share} />}
      <div className="stack-tight">
        {goalCents !== null && (
          <>
            <h2>{t('Your goal for %{month}', { month: monthName(month) })}</h2>
            <p className="tabular">
              <T
                text="%{progress} of %{target}"
                progress={<strong className="goal-amount">{rand(earnedCents)}</strong>}
                target={shortRand(goalCents)}
              />
            </p>
            <p className="quiet" role="status">
              {earnedCents >= goalCents
                ? t('You reached your goal. Well done!')
                : t('%{amount} to go. Pending rewards count once they are earned.', {
                    amount: rand(goalCents - earnedCents),
                  })}
            </p>
          </>
        )}
        <div>
          <Button
            label={goalCents === null ? t('Set a monthly goal') : t('Change goal')}
            variant="plain"
            onPress={() => setEditing(true)}
          />
        </div>
      </div>
      {editing && <GoalDialog goalCents={goalCents} onSaved={refetch} onClose={close} />}
    </section>
  );
}

/** The flower's petals from the middle outwards, in degrees. */
const PETALS = [0, -14, 14, -28, 28, -42, 42, -56, 56, -70, 70] as const;

/** The number of open petals for a share of the goal: the last one opens when the goal is reached. */
export const openPetals = (share: number): number =>
  Math.min(PETALS.length, Math.max(0, Math.floor(share * PETALS.length)));

/** A protea that opens petal by petal as the goal comes closer. */
export function GoalProtea({ share }: { readonly share: number }) {
  const open = openPetals(share);
  return (
    <svg
      className="goal-protea"
      viewBox="-170 -178 340 186"
      role="img"
      aria-label={t('%{open} of %{all} petals are open', { open, all: PETALS.length })}
    >
      <path
        className="goal-leaf"
        d="M0 4C-70 0 -120 -20 -150 -70C-90 -70 -40 -50 0 4zM0 4C70 0 120 -20 150 -70C90 -70 40 -50 0 4z"
      />
      {PETALS.map((angle, index) => {
        const isOpen = index < open;
        return (
          <path
            key={angle}
            className={isOpen ? 'goal-petal goal-petal-open' : 'goal-petal'}
            d="M0 0C-28 -50 -28 -122 0 -170C28 -122 28 -50 0 0z"
            style={{ transform: `rotate(${isOpen ? angle : angle / 6}deg)` }}
          />
        );
      }).reverse()}
    </svg>
  );
}
