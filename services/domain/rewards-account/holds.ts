import { addDays, type Day } from '../calendar.ts';
import { DomainError } from '../errors.ts';
import type { Cents } from '../money.ts';
import type { AccountCommandOf } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import type { RewardsAccount } from './state.ts';

/** Above the limit that one person may release. */
export const HOLD_LARGE = 'rewards-account.hold-large';

/** Banks return payments within days; a response may be imported later. */
const RETURN_DAYS = 30;

export const failedPaymentHold = (runId: string): string => `payment-${runId}`;

export const FAILED_PAYMENT = 'PaymentFailed';

/** Releases such a hold without a person. */
export const BANK_DETAILS_CHANGED = 'The agent’s bank details changed.';

/** The open holds that failed or returned payments of a run placed. */
export const failedPaymentHolds = ({ holds }: RewardsAccount, runId: string): string[] =>
  [...holds.keys()].filter((id) => id === failedPaymentHold(runId) || id.startsWith(`${failedPaymentHold(runId)}~`));

/**
 * The hold lasts until the bank details change or finance releases it (O19). A corrected result of the run places
 * another one. None if the details changed after the payment was sent: the failed account is no longer used.
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

/** A released hold is not placed again by the same signal. */
export function placeHold(
  { agentId, holdId, signal, reason }: AccountCommandOf<'PlacePayoutHold'>,
  state: RewardsAccount,
  on: Day,
): RewardsAccountEvent[] {
  if (state.holds.has(holdId) || state.endedHolds.has(holdId)) return [];
  return [{ type: 'PayoutHoldPlaced', data: { agentId, holdId, signal, reason, on } }];
}

/** Throws `rewards-account.hold-unknown`, and `HOLD_LARGE` above the limit of one person. */
export function releaseHold(
  { agentId, holdId, reason, limitCents }: AccountCommandOf<'ReleasePayoutHold'>,
  state: RewardsAccount,
  today: Day,
): RewardsAccountEvent[] {
  if (!state.holds.has(holdId)) throw new DomainError('not-found', 'rewards-account.hold-unknown', 'Hold not found.');
  if (limitCents !== null && heldCents(state, holdId, today) > limitCents)
    throw new DomainError('conflict', HOLD_LARGE, 'Releasing this hold needs approval.');
  return [{ type: 'PayoutHoldReleased', data: { agentId, holdId, reason, on: today } }];
}

/**
 * Cents: the largest amount owed since the hold, or the amount owed now plus payments that may be returned. The balance
 * alone is too low, since a payment reduces it and a return restores it.
 */
function heldCents(state: RewardsAccount, holdId: string, today: Day): Cents {
  let mayBeOwed = state.balanceCents;
  for (const [, payout] of state.payouts.entries())
    if (payout.outcome === 'paid' && payout.on >= addDays(today, -RETURN_DAYS)) mayBeOwed += payout.nettCents;
  // Some parts of the payout are paid already.
  if (state.reservation && state.reservation.paidParts > 0) mayBeOwed += state.reservation.nettCents;
  return Math.max(mayBeOwed, state.holds.get(holdId)?.peakCents ?? 0);
}

/** The largest amount owed during each hold. */
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
