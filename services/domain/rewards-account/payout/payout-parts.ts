import type { Amounts } from '../../amounts.ts';
import { sumOf } from '../../amounts.ts';
import { ENTRIES_PER_PAYOUT_PART, ENTRIES_PER_SEPARATE_EVENT } from '../../append-limits.ts';
import type { Cents } from '../../money.ts';
import type { PaidAdjustment, PaidReward } from '../events.ts';

type Entry = PaidReward | PaidAdjustment;

/** `earnedCents`: nett that its rewards remove from the earned amount. */
interface PayoutPart extends Amounts {
  readonly earnedCents: Cents;
  readonly rewards: PaidReward[];
  readonly adjustments: PaidAdjustment[];
}

const isReward = (entry: Entry): entry is PaidReward => 'reservationNo' in entry;

/**
 * Parts in order; at least one, which may be empty. `eventsOf`: further events of an entry. `earnedOf`: what it removes
 * from the earned amount (cents).
 */
export function partsOf(
  entries: readonly Entry[],
  earnedOf: (entry: Entry) => Cents,
  eventsOf: (entry: Entry) => number = () => 0,
): PayoutPart[] {
  const groups: Entry[][] = [[]];
  let weight = 0;
  for (const entry of entries) {
    // A treatment makes an entry up to twice as large.
    const own = ('treatment' in entry ? 2 : 1) + eventsOf(entry) * ENTRIES_PER_SEPARATE_EVENT;
    if (weight + own > ENTRIES_PER_PAYOUT_PART && weight > 0) {
      groups.push([]);
      weight = 0;
    }
    weight += own;
    groups.at(-1)?.push(entry);
  }
  return groups.map((own) => {
    const earnedCents = own.reduce((sum, entry) => sum + earnedOf(entry), 0);
    const adjustments = own.filter((entry): entry is PaidAdjustment => !isReward(entry));
    return { ...sumOf(own), earnedCents, rewards: own.filter(isReward), adjustments };
  });
}
