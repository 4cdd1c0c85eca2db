import { dayOf, monthOf } from '../calendar.ts';
import { OPENING_BALANCE } from '../rental/reasons.ts';
import type { AccountEventOf, AdjustmentReason, RewardsAccountEvent } from '../rewards-account/events.ts';

/** Why a balance or a month's rewards changed between two moments, in the order in which a bridge lists them. */
export const CAUSES = {
  'new-reward': 'New rewards',
  'late-invoice': 'Invoices recorded after their month',
  'hold-released': 'Rewards released from hold',
  held: 'Rewards put on hold',
  'changed-decision': 'Rewards decided at another amount',
  credited: 'Credit notes, cancellations and no-shows',
  declined: 'Rewards declined by a later decision',
  'moved-in': 'Rewards of invoices moved into these months',
  'moved-out': 'Rewards of invoices moved to other months',
  correction: 'Corrections by finance',
  'tax-treatment': 'PAYE by the treatment on the day of payment',
  'opening-balance': 'Opening balances',
  payout: 'Payouts',
  return: 'Payouts returned by the bank',
  expiry: 'Rewards expired',
} as const;
export type Cause = keyof typeof CAUSES;

/** An account event with the time of its recording, ISO 8601 UTC. */
export type RecordedEntry = RewardsAccountEvent & { readonly metadata: { readonly recordedAt: string } };

const WITHDRAWN: ReadonlySet<string | null> = new Set(['Cancelled', 'NoShow', 'Credited']);

function causeOfPosting(
  { month, reason, before, after }: AccountEventOf<'RewardPosted'>['data'],
  recordedAt: string,
): Cause {
  if (reason === OPENING_BALANCE) return 'opening-balance';
  if (reason === 'PaymentReturned') return 'return';
  // Undoes a later decision, which an adjustment books again: all three have one cause.
  if (reason === 'PaidMeanwhile')
    return before?.status === 'Pending' ? 'held' : before?.status === 'Earned' ? 'changed-decision' : 'credited';
  if (after.status === 'Pending') return 'held';
  if (after.status === 'Void') return WITHDRAWN.has(reason) ? 'credited' : 'declined';
  if (before?.status === 'Pending') return 'hold-released';
  if (before !== null) return 'changed-decision';
  return month < monthOf(dayOf(new Date(recordedAt))) ? 'late-invoice' : 'new-reward';
}

const byReason = (reason: AdjustmentReason): Cause => (reason === 'Credited' ? 'credited' : 'correction');

function causeOfAdjustment({ cause, reason }: AccountEventOf<'AccountAdjusted'>['data']): Cause {
  switch (cause.kind) {
    case 'tax-difference':
      return 'tax-treatment';
    case 'opening-balance':
      return 'opening-balance';
    case 'payment-returned':
      return 'return';
    case 'decision':
    case 'reversal':
      return reason === 'Rerated' ? 'changed-decision' : byReason(reason);
    case 'correction':
    case 'reissued-reversal':
      return byReason(reason);
  }
}

/** The cause of an account event that changes the balance; null for an event without an amount (L15). */
export function entryCauseOf({ type, data, metadata }: RecordedEntry): Cause | null {
  switch (type) {
    case 'RewardPosted':
      return causeOfPosting(data, metadata.recordedAt);
    case 'AccountAdjusted':
      return causeOfAdjustment(data);
    case 'OpeningBalanceTaken':
      return 'opening-balance';
    case 'PayoutPaid':
      return 'payout';
    case 'PayoutReturned':
      return 'return';
    case 'RewardExpired':
      return 'expiry';
    default:
      return null;
  }
}
