import type { Amounts } from '../../amounts.ts';
import { sumOf } from '../../amounts.ts';
import type { Cents } from '../../money.ts';
import type { PaidAdjustment, PaidReward } from '../events.ts';

/** Entries: about 130 kB of JSON. */
const PART = 1000;
/** The size of a separate event with its metadata, in entries of a part. */
const EVENT = 8;
/** Per command, repeated until it leads to no event: an append stays well below EventStoreDB's limit of 1 MiB. */
export const PARTS_AT_ONCE = 4;

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
    const own = ('treatment' in entry ? 2 : 1) + eventsOf(entry) * EVENT;
    if (weight + own > PART && weight > 0) {
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
