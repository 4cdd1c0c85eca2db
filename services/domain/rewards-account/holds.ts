import { addDays, type Day } from '../calendar.ts';
import { DomainError } from '../errors.ts';
import type { Cents } from '../money.ts';
import type { AccountCommandOf } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import type { RewardsAccount } from './state.ts';

/** Why one person may not release a hold: more is at stake than the policy leaves to one. */
export const HOLD_LARGE = 'rewards-account.hold-large';

/** Days for which a payment counts as one that may come back. Banks return within days; an answer is taken later too. */
const RETURN_DAYS = 30;

/** Places a hold once: what was released is not held again by the same signal. */
export function placeHold(command: AccountCommandOf<'PlacePayoutHold'>, state: RewardsAccount): RewardsAccountEvent[] {
  const { agentId, holdId, signal, reason, today } = command;
  if (state.holds.has(holdId) || state.endedHolds.has(holdId)) return [];
  return [{ type: 'PayoutHoldPlaced', data: { agentId, holdId, signal, reason, on: today } }];
}

/** Releases a hold. Refuses with `rewards-account.hold-unknown`, and with `HOLD_LARGE` what is above the limit of one person. */
export function releaseHold(
  { agentId, holdId, reason, today, limitCents }: AccountCommandOf<'ReleasePayoutHold'>,
  state: RewardsAccount,
): RewardsAccountEvent[] {
  if (!state.holds.has(holdId))
    throw new DomainError('not-found', 'rewards-account.hold-unknown', 'There is no such hold.');
  if (limitCents !== null && atStakeCents(state, holdId, today) > limitCents)
    throw new DomainError('conflict', HOLD_LARGE, 'Releasing this hold needs a second person.');
  return [{ type: 'PayoutHoldReleased', data: { agentId, holdId, reason, on: today } }];
}

/**
 * What a hold keeps from being paid: the most that was owed since it was placed, or what is owed now with the payments that
 * may come back. A payment ends what is owed and its return brings it again, so the balance of a moment says too little.
 */
function atStakeCents(state: RewardsAccount, holdId: string, today: Day): Cents {
  let mayBeOwed = state.balanceCents;
  for (const [, { outcome, on, nettCents }] of state.payouts.entries())
    if (outcome === 'paid' && on !== null && on >= addDays(today, -RETURN_DAYS)) mayBeOwed += nettCents;
  // Paid in parts, of which some are paid by now.
  if (state.reservation && state.reservation.paidParts > 0) mayBeOwed += state.reservation.nettCents;
  return Math.max(mayBeOwed, state.holds.get(holdId)?.peakCents ?? 0);
}

/** Keeps with every hold the most that was owed while it stood. */
export function withPeaks(state: RewardsAccount): RewardsAccount {
  const { holds, balanceCents } = state;
  if ([...holds.values()].every(({ peakCents }) => peakCents >= balanceCents)) return state;
  return {
    ...state,
    holds: new Map(
      [...holds].map(([id, hold]) => [id, { ...hold, peakCents: Math.max(hold.peakCents, balanceCents) }]),
    ),
  };
}
