import type { Amounts } from '../../amounts.ts';
import { sumOf } from '../../amounts.ts';
import type { Cents } from '../../money.ts';
import type { PaidAdjustment, PaidReward } from '../events.ts';

/** Maximum number of entries per part: about 130 kB of JSON. */
const PART = 1000;
/** The size of a separate event with its metadata, in entries of a part. */
const EVENT = 8;
/**
 * Maximum number of parts per command, so that an append stays well below EventStoreDB's limit of one mebibyte however
 * large an account is. The command is repeated until it leads to no event.
 */
export const PARTS_AT_ONCE = 4;

type Entry = PaidReward | PaidAdjustment;

/** A part of a payout: its amounts and entries, and the nett that its rewards remove from the earned amount. */
interface PayoutPart extends Amounts {
  readonly earnedCents: Cents;
  readonly rewards: PaidReward[];
  readonly adjustments: PaidAdjustment[];
}

const isReward = (entry: Entry): entry is PaidReward => 'reservationNo' in entry;

/**
 * Splits entries into parts of bounded size, in order; returns at least one part, which may be empty. `eventsOf`
 * returns the number of further events that an entry leads to, `earnedOf` the amount that it removes from the earned
 * amount (cents). The parts' amounts add up to those of the entries.
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
