import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import { isActiveOn } from '@fynbos/domain/promotion/state.ts';
import type { DemoAgent } from './agents.ts';
import { type DemoPromotion, FOREIGN_CODES, plannedState } from './promotions.ts';
import { type Random, randomOf } from './random.ts';
import { type DemoFact, uploadAfter } from './rental-facts.ts';
import { GROUPS, RATE_CODES } from './rentals.ts';

/** Most reservations of one agent. */
const MOST = 6;
/** Days before the last day on which they were made, so that the history has their upload. */
const MADE_BEFORE = [3, 22] as const;

export interface BookingOptions {
  readonly seed: number;
  /** The last day of the history; every pick-up is later. */
  readonly last: Day;
}

/** Reservations that are not invoiced yet. Each registered agent has some, and the first one would earn nothing. */
export function makeBookings(
  { seed, last }: BookingOptions,
  agents: readonly DemoAgent[],
  promotions: readonly DemoPromotion[],
): DemoFact[] {
  const random = randomOf(seed, 'bookings');
  const facts: DemoFact[] = [];
  const codes = (day: Day) => {
    const active = promotions.filter((plan) => isActiveOn(plannedState(plan), day));
    const planned = promotions.filter(({ startDate }) => startDate > last);
    return { active: active.map(({ promoCode }) => promoCode), planned: planned.map(({ promoCode }) => promoCode) };
  };

  const book = (agent: DemoAgent, unqualified: boolean): void => {
    const reservedOn = addDays(last, -random.int(...MADE_BEFORE));
    if (reservedOn <= agent.joinedOn) return;
    const { active, planned } = codes(reservedOn);
    const promoCode = unqualified ? random.pick([...planned, FOREIGN_CODES[0], null]) : random.pick(active);
    const length = random.int(1, 12);
    const pickUpOn = addDays(last, random.int(2, 45));
    const [vehicleGroup, , dailyRand] = random.weighted(GROUPS.map((group) => [group, group[1]] as const));
    const branch = random.pick(agent.agency.place.branches);
    const head = {
      eventId: random.uuid(),
      type: 'reservation',
      occurredAt: `${reservedOn}T${timeOfDay(random)}:00+02:00`,
      reservationNo: `R${70_000_000 + facts.length * 17 + random.int(0, 16)}`,
    };
    const { eventId, occurredAt, reservationNo } = head;
    facts.push({
      eventId,
      occurredAt,
      reservationNo,
      sentOn: uploadAfter(reservedOn),
      body: {
        ...head,
        loyaltyTrackingNo: agent.loyaltyTrackingNo,
        reservation: {
          reservedOn,
          promoCode,
          rateCode: random.pick(RATE_CODES),
          vehicleGroup,
          pickupBranch: branch,
          returnBranch: branch,
        },
        pickUpOn,
        returnOn: addDays(pickUpOn, length),
        // One quote in six is unknown to the rental company's system.
        expectedRevenue: random.chance(1 / 6) ? null : randOfCents(Math.round(dailyRand * 100 * length ** 0.94)),
      },
      ...(agent.loyaltyTrackingNo === null ? { agentKey: agent.key } : {}),
    });
  };

  for (const agent of agents) {
    if (agent.how === 'waiting') continue;
    const isRegistered = agent.how === 'registered';
    const count = Math.min(MOST, Math.round(agent.weight / 2) + (isRegistered ? 2 : 0));
    for (let n = 0; n < count; n++) book(agent, isRegistered && n === 0);
  }
  return facts;
}

const timeOfDay = (random: Random): string =>
  `${String(random.int(7, 17)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;
