import { minus, NOTHING, plus } from './amounts.ts';
import type { Amounts, Posting, RewardsAccountEvent } from './events.ts';

const earned = (posting: Posting | null): Amounts => (posting?.status === 'Earned' ? posting : NOTHING);

/** The change of the balance by an entry, computed from the entry alone; cents, negative for a deduction. */
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
      return minus(NOTHING, data);
    default:
      return NOTHING;
  }
}

/** The total change of the balance by several entries. */
export const movementOfAll = (entries: readonly RewardsAccountEvent[]): Amounts =>
  entries.reduce((sum, entry) => plus(sum, movementOf(entry)), NOTHING);
