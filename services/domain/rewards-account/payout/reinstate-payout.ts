import { DomainError } from '../../errors.ts';
import type { AccountCommandOf } from '../commands.ts';
import type { RewardsAccountEvent } from '../events.ts';
import { failedPaymentHolds } from '../holds.ts';
import type { RewardsAccount, UnpaidLine } from '../state.ts';

const refuse = (code: string, message: string) => new DomainError('conflict', `rewards-account.${code}`, message);

/** The first entry of a line that is no longer unpaid; null where the whole line can be reserved again. */
function takenSince({ rewards, adjustments }: UnpaidLine, state: RewardsAccount): string | null {
  for (const { reservationNo } of rewards) {
    const reward = state.rewards.get(reservationNo);
    if (!reward || reward.runId !== null || reward.status === 'Paid' || reward.status === 'Expired')
      return `reservation ${reservationNo}`;
  }
  return adjustments.some(({ adjustmentId }) => state.adjustments.get(adjustmentId)?.state !== 'open')
    ? 'a correction'
    : null;
}

/**
 * Reserves the line of a payment that was recorded as failed or returned again, because the bank did pay it (O18); the
 * payment is then settled as any other. Leads to no event where the payment is not recorded as failed or returned.
 * Rejects with `rewards-account.reserved` while another run holds the account, and with `rewards-account.paid-since`
 * where a part of the line was paid again or expired.
 */
export function reinstatePayout(
  { agentId, runId, answerId, reason, today }: AccountCommandOf<'ReinstatePayout'>,
  state: RewardsAccount,
): RewardsAccountEvent[] {
  const payout = state.payouts.get(runId);
  if (state.reservation?.runId === runId) return [];
  if ((payout?.outcome !== 'failed' && payout?.outcome !== 'returned') || !payout.unpaid) return [];
  if (state.reservation)
    throw refuse('reserved', 'Another payout run holds this account. Cancel or settle that run first.');
  const taken = takenSince(payout.unpaid, state);
  if (taken !== null) {
    const words = `The payment contains ${taken}, which was paid again or expired since. The agent has both payments: `;
    throw refuse('paid-since', `${words}recover one from the bank, or book a correction.`);
  }
  return [
    { type: 'PayoutReinstated', data: { agentId, runId, answerId, reason, on: today } },
    ...failedPaymentHolds(state, runId).map((holdId) => ({
      type: 'PayoutHoldReleased' as const,
      data: { agentId, holdId, reason, on: today },
    })),
  ];
}
