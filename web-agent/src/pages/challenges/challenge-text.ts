import { dayOf } from '@fynbos/domain/calendar.ts';
import type { AgentChallenge } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { shortRand } from '../../format/money.ts';

const DAY_MS = 86_400_000;

/** An amount of a challenge: `3 rentals`, or rand for a challenge that counts nett rewards. */
export const amountOf = ({ measure }: Pick<AgentChallenge, 'measure'>, amount: number): string => {
  if (measure === 'nett') return shortRand(amount);
  return amount === 1 ? '1 rental' : `${amount} rentals`;
};

/** When the challenge starts or ends. */
export function timeText({ state, from, to }: Pick<AgentChallenge, 'state' | 'from' | 'to'>, now: Date): string {
  if (state === 'planned') return `Starts on ${dayName(from)}, ends on ${dayName(to)}.`;
  if (state === 'ended') return `Ended on ${dayName(to)}.`;
  const days = Math.round((Date.parse(to) - Date.parse(dayOf(now))) / DAY_MS);
  if (days <= 0) return 'Ends today.';
  return `Ends on ${dayName(to)}, ${days === 1 ? '1 day' : `${days} days`} left.`;
}

/** The agent's position in the challenge, or its result. */
export function statusText(challenge: AgentChallenge): string {
  const { state, isReached, target, progress } = challenge;
  if (isReached) return state === 'ended' ? 'You reached the target.' : 'You reached the target. Well done!';
  if (state === 'planned') return `Target: ${amountOf(challenge, target)}.`;
  const missing = amountOf(challenge, target - progress);
  return state === 'ended' ? `${missing} short of the target.` : `${missing} to go.`;
}
