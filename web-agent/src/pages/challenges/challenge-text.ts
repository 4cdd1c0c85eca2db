import { DAY_MS, dayOf } from '@fynbos/domain/calendar.ts';
import type { AgentChallenge } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { shortRand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';

/** An amount of a challenge: `3 rentals`, or rand for a challenge that counts nett rewards. */
export const amountOf = ({ measure }: Pick<AgentChallenge, 'measure'>, amount: number): string => {
  if (measure === 'nett') return shortRand(amount);
  return t('%{count} rental |||| %{count} rentals', { count: amount });
};

/** When the challenge starts or ends. */
export function timeText({ state, from, to }: Pick<AgentChallenge, 'state' | 'from' | 'to'>, now: Date): string {
  if (state === 'planned') return t('Starts on %{from}, ends on %{to}.', { from: dayName(from), to: dayName(to) });
  if (state === 'ended') return t('Ended on %{to}.', { to: dayName(to) });
  const days = Math.round((Date.parse(to) - Date.parse(dayOf(now))) / DAY_MS);
  if (days <= 0) return t('Ends today.');
  return t('Ends on %{to}, %{count} day left. |||| Ends on %{to}, %{count} days left.', {
    to: dayName(to),
    count: days,
  });
}

/** The agent's position in the challenge, or its result. */
export function statusText(challenge: AgentChallenge): string {
  const { state, isReached, target, progress } = challenge;
  if (isReached) return state === 'ended' ? t('You reached the target.') : t('You reached the target. Well done!');
  if (state === 'planned') return t('Target: %{amount}.', { amount: amountOf(challenge, target) });
  const missing = amountOf(challenge, target - progress);
  return state === 'ended' ? t('%{missing} short of the target.', { missing }) : t('%{missing} to go.', { missing });
}
