import type { Amounts } from '../amounts.ts';
import { minus, plus, ZERO } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { AccountEventOf, Posting, RewardsAccountEvent } from './events.ts';

const earned = (posting: Posting | null): Amounts => (posting?.status === 'Earned' ? posting : ZERO);

/** From the entry alone; cents, negative for a deduction. */
export function movementOf({ type, data }: RewardsAccountEvent): Amounts {
  switch (type) {
    case 'RewardPosted':
      return minus(earned(data.after), earned(data.before));
    case 'AccountAdjusted':
    case 'OpeningBalanceTaken':
    case 'PayoutReturned':
      return data;
    case 'PayoutPaid':
    case 'RewardExpired':
      return minus(ZERO, data);
    default:
      return ZERO;
  }
}

/** Postings that a payment or its return leads to: they earn nothing new (N1). */
const OF_PAYMENTS: ReadonlySet<string | null> = new Set(['PaidMeanwhile', 'PaymentReturned']);

/** Nett; negative where the reward earns less than before. */
export const newlyEarnedCents = ({ reason, before, after }: AccountEventOf<'RewardPosted'>['data']): Cents =>
  OF_PAYMENTS.has(reason) ? 0 : earned(after).nettCents - earned(before).nettCents;

export const movementOfAll = (entries: readonly RewardsAccountEvent[]): Amounts =>
  entries.reduce((sum, entry) => plus(sum, movementOf(entry)), ZERO);

/** Nett change in cents, and the number of reservations that earn more than before that day. */
export function earnedOn(
  events: readonly RewardsAccountEvent[],
  day: Day,
): { readonly nettCents: Cents; readonly rewards: number } {
  const changes = new Map<string, Cents>();
  for (const { type, data } of events) {
    if (type !== 'RewardPosted' || data.on !== day) continue;
    const change = newlyEarnedCents(data);
    changes.set(data.reservationNo, (changes.get(data.reservationNo) ?? 0) + change);
  }
  const all = [...changes.values()];
  return { nettCents: all.reduce((sum, one) => sum + one, 0), rewards: all.filter((one) => one > 0).length };
}
