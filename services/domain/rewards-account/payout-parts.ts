import type { Cents } from '../money.ts';
import { sumOf } from './amounts.ts';
import type { Amounts, PaidAdjustment, PaidReward } from './events.ts';

/** Entries of a part at most: about 130 kB of JSON. */
const PART = 1000;
/** An event of its own, with its metadata, is as large as so many entries of a part. */
const EVENT = 8;
/**
 * Parts that one command leads to at most, so that an append stays well below the mebibyte of EventStoreDB however large
 * an account is. The command is repeated until it gives nothing more.
 */
export const PARTS_AT_ONCE = 4;

type Entry = PaidReward | PaidAdjustment;

/** A part of a payout: its own amounts, entries and the nett that its rewards take from what is earned. */
interface PayoutPart extends Amounts {
  readonly earnedCents: Cents;
  readonly rewards: PaidReward[];
  readonly adjustments: PaidAdjustment[];
}

const isReward = (entry: Entry): entry is PaidReward => 'reservationNo' in entry;

/**
 * Splits entries into parts of bounded size, in their order; at least one, which may be empty. `eventsOf` tells how many
 * events beside the part an entry leads to, `earnedOf` what it takes from what is earned (cents). The parts' amounts add
 * up to those of the entries.
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
    const { grossCents, payeCents, nettCents } = sumOf(own);
    const earnedCents = own.reduce((sum, entry) => sum + earnedOf(entry), 0);
    const adjustments = own.filter((entry): entry is PaidAdjustment => !isReward(entry));
    return { grossCents, payeCents, nettCents, earnedCents, rewards: own.filter(isReward), adjustments };
  });
}
