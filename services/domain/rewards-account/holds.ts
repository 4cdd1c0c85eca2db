import { addDays, type Day } from '../calendar.ts';
import { DomainError } from '../errors.ts';
import type { Cents } from '../money.ts';
import type { AccountCommandOf } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import type { RewardsAccount } from './state.ts';

/** Error code: the amount at stake exceeds the limit that the policy allows one person to release. */
export const HOLD_LARGE = 'rewards-account.hold-large';

/**
 * Days for which a payment may be returned. Banks return payments within days; an answer may also be imported later.
 */
const RETURN_DAYS = 30;

export const failedPaymentHold = (runId: string): string => `payment-${runId}`;

/** The signal of that hold. */
export const FAILED_PAYMENT = 'PaymentFailed';

/** The reason with which such a hold is released without a person. */
export const BANK_DETAILS_CHANGED = 'The agent’s bank details changed.';

/** The open holds that failed or returned payments of a run placed. */
export const failedPaymentHolds = ({ holds }: RewardsAccount, runId: string): string[] =>
  [...holds.keys()].filter((id) => id === failedPaymentHold(runId) || id.startsWith(`${failedPaymentHold(runId)}~`));

/**
 * Holds payments to an agent whose payment failed or was returned, until the bank details change or finance confirms
 * them by releasing the hold (O19). A corrected result of the same run places another one. Places none if the details
 * changed after the payment was sent: the account that failed is no longer used.
 */
export const holdAfterFailure = (
  { agentId, runId, reason, isAccountChanged = false }: AccountCommandOf<'FailPayout' | 'ReturnPayout'>,
  state: RewardsAccount,
  on: Day,
): RewardsAccountEvent[] => {
  if (isAccountChanged) return [];
  let holdId = failedPaymentHold(runId);
  for (let number = 2; state.endedHolds.has(holdId); number++) holdId = `${failedPaymentHold(runId)}~${number}`;
  const text = `The last payment failed: ${reason}. Confirm the bank details with the agent.`;
  return placeHold({ type: 'PlacePayoutHold', agentId, holdId, signal: FAILED_PAYMENT, reason: text }, state, on);
};

/** Places a hold once: a released hold is not placed again by the same signal. */
export function placeHold(
  { agentId, holdId, signal, reason }: AccountCommandOf<'PlacePayoutHold'>,
  state: RewardsAccount,
  on: Day,
): RewardsAccountEvent[] {
  if (state.holds.has(holdId) || state.endedHolds.has(holdId)) return [];
  return [{ type: 'PayoutHoldPlaced', data: { agentId, holdId, signal, reason, on } }];
}

/**
 * Releases a hold. Rejects with `rewards-account.hold-unknown`, and with `HOLD_LARGE` above the limit of one person.
 */
export function releaseHold(
  { agentId, holdId, reason, limitCents }: AccountCommandOf<'ReleasePayoutHold'>,
  state: RewardsAccount,
  today: Day,
): RewardsAccountEvent[] {
  if (!state.holds.has(holdId)) throw new DomainError('not-found', 'rewards-account.hold-unknown', 'Hold not found.');
  if (limitCents !== null && atStakeCents(state, holdId, today) > limitCents)
    throw new DomainError('conflict', HOLD_LARGE, 'Releasing this hold needs approval.');
  return [{ type: 'PayoutHoldReleased', data: { agentId, holdId, reason, on: today } }];
}

/**
 * The amount that a hold blocks, in cents: the largest amount owed since it was placed, or the amount owed now plus
 * payments that may be returned. A payment reduces the amount owed and its return restores it, so the current balance
 * alone is too low.
 */
function atStakeCents(state: RewardsAccount, holdId: string, today: Day): Cents {
  let mayBeOwed = state.balanceCents;
  for (const [, { outcome, on, nettCents }] of state.payouts.entries())
    if (outcome === 'paid' && on !== null && on >= addDays(today, -RETURN_DAYS)) mayBeOwed += nettCents;
  // The payout is paid in parts, and some of them are paid already.
  if (state.reservation && state.reservation.paidParts > 0) mayBeOwed += state.reservation.nettCents;
  return Math.max(mayBeOwed, state.holds.get(holdId)?.peakCents ?? 0);
}

/** Updates the largest amount owed during each hold. */
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
