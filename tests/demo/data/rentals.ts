import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { isActiveOn } from '@fynbos/domain/promotion/state.ts';
import type { DemoAgent } from './agents.ts';
import { LANGUAGES_OF, NAME_GROUPS } from './names.ts';
import { PLACES } from './places.ts';
import { type DemoPromotion, FOREIGN_CODES, plannedState } from './promotions.ts';
import { type Random, randomOf } from './random.ts';
import { type DemoRental, type DemoTerms, FATES, type Fate } from './rental.ts';
import { type DemoFact, factsOf } from './rental-facts.ts';
import { seasonOf } from './seasons.ts';

/** The first rentals have each outcome three times, so that none is missing at a small scale. */
const SURE = [1, 2, 3].flatMap(() => Object.keys(FATES) as Fate[]);

export interface RentalOptions {
  readonly seed: number;
  readonly first: Day;
  /** The last day of the history. */
  readonly last: Day;
  readonly count: number;
}

/** Vehicle groups with weight and Rand per day. */
export const GROUPS: readonly (readonly [group: string, share: number, dailyRand: number])[] = [
  ['A', 18, 310],
  ['B', 24, 355],
  ['C', 20, 420],
  ['D', 11, 560],
  ['F', 9, 690],
  ['H', 8, 820],
  ['K', 5, 1_050],
  ['P', 3, 1_480],
  ['V', 2, 1_290],
];
const SECTORS: readonly (readonly [string, number])[] = [
  ['Leisure', 46],
  ['Corporate', 27],
  ['Inbound', 13],
  ['Government', 6],
  ['Tour operator', 8],
];
export const RATE_CODES = ['DISC', 'DISCW', 'DISCM'] as const;

/** Weighted random choice by binary search. */
function drawer<Item>(items: readonly Item[], weightOf: (item: Item) => number): (random: Random) => Item {
  let sum = 0;
  const ends = items.map((item) => (sum += weightOf(item)));
  return (random) => {
    const at = random.next() * sum;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return items[low] as Item;
  };
}

const daysFrom = (first: Day, last: Day): Day[] => {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
};

/** Rentals with their facts in the order of upload. */
export function makeRentals(
  { seed, first, last, count }: RentalOptions,
  agents: readonly DemoAgent[],
  promotions: readonly DemoPromotion[],
): { rentals: readonly DemoRental[]; facts: readonly DemoFact[] } {
  const random = randomOf(seed, 'rentals');
  const days = daysFrom(first, addDays(last, -1));
  const growth = (day: Day): number => 0.8 + (0.4 * days.indexOf(day)) / days.length;
  const drawDay = drawer(days, (day) => seasonOf(day) * growth(day));
  const drawAgent = drawer(agents, ({ weight }) => weight);
  const drawPlace = drawer(PLACES, ({ weight }) => weight);
  const plans = promotions.map((plan) => ({ plan, state: plannedState(plan) }));
  const activeOf = new Map<Day, typeof plans>();
  const activeOn = (day: Day): typeof plans => {
    const known = activeOf.get(day) ?? plans.filter(({ state }) => isActiveOn(state, day));
    activeOf.set(day, known);
    return known;
  };

  const rentals: DemoRental[] = [];
  const facts: DemoFact[] = [];
  while (rentals.length < count) {
    const rental = drawn(rentals.length);
    if (!rental) continue;
    rentals.push(rental);
    facts.push(...factsOf(rental, { first, last }, random));
  }
  return { rentals, facts: inOrder(facts) };

  function drawn(place: number): DemoRental | null {
    const pickedUpOn = drawDay(random);
    const length = Math.max(1, Math.round(1 + random.next() ** 2.2 * 13));
    const returnedOn = addDays(pickedUpOn, length);
    const earliest = addDays(first, -28);
    const lead = Math.ceil(random.next() ** 2 * 60);
    const reservedOn = addDays(pickedUpOn, -lead) < earliest ? earliest : addDays(pickedUpOn, -lead);
    const agent = drawAgent(random);
    const isThere = agent.loyaltyTrackingNo !== null || reservedOn > agent.joinedOn;
    if (returnedOn >= last || !isThere) return null;
    const fate =
      place < SURE.length ? (SURE[place] as Fate) : random.weighted(Object.entries(FATES) as [Fate, number][]);
    const active = activeOn(reservedOn);
    const dormant = plans.filter(
      (one) => !active.includes(one) && (one.plan.createdOn === null || one.plan.createdOn < pickedUpOn),
    );
    if (active.length === 0 || (fate === 'notActive' && dormant.length === 0)) return null;
    const codeOf = (from: typeof plans): string => random.pick(from).plan.promoCode;
    // Codes are typed in any letter case.
    const typed = (code: string): string => (random.chance(0.06) ? code.toLowerCase() : code);
    const pickup = random.chance(0.5) ? agent.agency.place : drawPlace(random);
    const pickupBranch = random.pick(pickup.branches);
    const returnBranch = random.chance(0.86) ? pickupBranch : random.pick(drawPlace(random).branches);
    const [vehicleGroup, , dailyRand] = random.weighted(GROUPS.map((group) => [group, group[1]] as const));
    const promoCode =
      fate === 'foreignCode'
        ? random.pick([...FOREIGN_CODES, null])
        : typed(codeOf(fate === 'notActive' ? dormant : active));
    const reservation = { promoCode, rateCode: random.pick(RATE_CODES), vehicleGroup, pickupBranch, returnBranch };
    const tkRevenueCents =
      fate === 'smallRevenue'
        ? random.int(1_200, 4_999)
        : Math.round(dailyRand * 100 * length ** 0.94 * (0.82 + random.next() * 0.4));
    return {
      reservationNo: `R${String(60_000_000 + place * 13 + random.int(0, 12))}`,
      fate,
      agent: fate === 'noNumber' || fate === 'nobodysNumber' ? null : agent,
      reservedOn,
      pickedUpOn,
      returnedOn,
      marketSector: random.weighted(SECTORS),
      driverName: driverOf(random),
      tkRevenueCents,
      reservation,
      rental: drivenOf(fate, reservation, codeOf(active)),
    };
  }

  function drivenOf(fate: Fate, reservation: DemoTerms, otherCode: string): DemoTerms {
    if (fate === 'anotherCode') return { ...reservation, promoCode: otherCode };
    if (fate === 'changedToForeign') return { ...reservation, promoCode: random.pick([...FOREIGN_CODES, null]) };
    if (fate !== 'differs') return reservation;
    const [group] = random.pick(GROUPS.filter(([name]) => name !== reservation.vehicleGroup));
    const branch = random.pick(
      PLACES.flatMap(({ branches }) => branches).filter((one) => one !== reservation.returnBranch),
    );
    return random.pick([
      { ...reservation, vehicleGroup: group },
      { ...reservation, returnBranch: branch },
      { ...reservation, rateCode: 'RACK' },
    ]);
  }
}

/** Facts in the order of upload. */
export const inOrder = (facts: readonly DemoFact[]): DemoFact[] =>
  [...facts].sort(
    (a, b) => compare(a.sentOn, b.sentOn) || compare(a.occurredAt, b.occurredAt) || compare(a.eventId, b.eventId),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function driverOf(random: Random): string {
  const { women, men, surnames } = NAME_GROUPS[random.weighted(LANGUAGES_OF[random.pick(PLACES).region] ?? [])];
  return `${random.pick(random.chance(0.45) ? women : men)} ${random.pick(surnames)}`;
}
