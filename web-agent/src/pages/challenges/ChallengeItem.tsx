import type { AgentChallenge } from '../../api/types.ts';
import { T, t } from '../../i18n/t.tsx';
import { GoalProtea } from '../goal/GoalProtea.tsx';
import { amountOf, statusText, timeText } from './challenge-text.ts';

/** One challenge: how far the agent is, until when, and the badge. */
export function ChallengeItem({ challenge }: { readonly challenge: AgentChallenge }) {
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
        <p className="challenge-time quiet">
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
        <p className={isReached ? 'badge badge-won' : 'badge'}>
          <span className="sr-only">{t('Badge:')} </span>
          {badge}
        </p>
      </div>
    </li>
  );
}
