import { addDays, addMonths, DAY_MS, type Day, taxYearOf } from '@fynbos/domain/calendar.ts';
import { makeAgencies } from './agencies.ts';
import { type DemoAgent, makeAgents } from './agents.ts';
import { makeBookings } from './bookings.ts';
import { type DemoChange, makeChanges } from './changes.ts';
import { type DemoEnquiry, makeEnquiries } from './enquiries.ts';
import { type DemoCertificates, type DemoPayout, makeCertificates, makePayouts } from './payouts.ts';
import { type DemoPromotion, makePromotions } from './promotions.ts';
import { randomOf } from './random.ts';
import { type DemoReferral, makeReferrals } from './referrals.ts';
import type { DemoRental } from './rental.ts';
import type { DemoFact } from './rental-facts.ts';
import { inOrder, makeRentals } from './rentals.ts';

export interface DemoSettings {
  readonly seed: number;
  /** Multiplies agents and rentals; 1 is 140 agents and about 9,000 rental events. */
  readonly scale: number;
  /** The Johannesburg day of the start. The history ends the day before. */
  readonly today: Day;
}

/** Thirteen months of an invented programme; in the first months of a year up to fifteen. */
export interface DemoData {
  readonly first: Day;
  readonly last: Day;
  readonly agents: readonly DemoAgent[];
  readonly promotions: readonly DemoPromotion[];
  readonly rentals: readonly DemoRental[];
  /** In the order in which they are sent. */
  readonly facts: readonly DemoFact[];
  readonly referrals: readonly DemoReferral[];
  readonly enquiries: readonly DemoEnquiry[];
  readonly changes: readonly DemoChange[];
  readonly payouts: readonly DemoPayout[];
  readonly certificates: DemoCertificates;
}

const AGENTS = 140;
const RENTALS = 8_300;
const FEWEST_AGENTS = 40;

/**
 * The first payout is two months after the first day. It must be in the last complete tax year, for which the demo
 * issues certificates.
 */
function firstDay(today: Day, last: Day): Day {
  const [first, latest] = [addMonths(today, -13), `${taxYearOf(last) - 2}-12-01`];
  return first < latest ? first : latest;
}

/** Demo data; the same settings always give the same data. */
export function makeDemoData({ seed, scale, today }: DemoSettings): DemoData {
  const last = addDays(today, -1);
  const first = firstDay(today, last);
  const days = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  const count = Math.max(FEWEST_AGENTS, Math.round(AGENTS * scale) - 26);
  const agencies = makeAgencies(randomOf(seed, 'agencies'), Math.max(24, Math.round((count + 26) / 3)));
  const agents = makeAgents({ seed, first, days, count }, agencies);
  const promotions = makePromotions(first, days);
  const wanted = { seed, first, last, count: Math.max(60, Math.round(RENTALS * scale)) };
  const { rentals, facts } = makeRentals(wanted, agents, promotions);
  return {
    first,
    last,
    agents,
    promotions,
    rentals,
    facts: inOrder([...facts, ...makeBookings({ seed, last }, agents, promotions)]),
    referrals: makeReferrals(seed, first, days, agents, agencies),
    enquiries: makeEnquiries(seed, first, last, days, agents),
    changes: makeChanges(seed, first, last, days, agents),
    payouts: makePayouts(first, last),
    certificates: makeCertificates(last),
  };
}
