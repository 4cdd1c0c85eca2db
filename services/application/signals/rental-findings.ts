import { addDays, DAY_MS, dayOf, instantAfter } from '@fynbos/domain/calendar.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { BURST, burstsIn, isRebooked, LARGE_RENTAL_CENTS } from '@fynbos/domain/signal/rules.ts';
import type { Finding } from '@fynbos/domain/signal/signal.ts';
import {
  type AgentDay,
  busyAgents,
  largeRentalMonths,
  rebookedPairs,
  reinvoicedWithNumber,
  repeatedInvoices,
  reservedDays,
} from '@fynbos/projections/rentals/signals.ts';
import { eventsOf } from '../handle.ts';
import type { Stores } from '../services.ts';

/** Days of rentals to check: by reservation date for bursts, by last recorded fact for rebookings. */
const LOOKBACK_DAYS = 90;

/** Busy agents analysed in one batch. */
const AGENTS_PER_BATCH = 500;

const burstsOf = (days: readonly AgentDay[], since: string): Finding[] =>
  burstsIn(days)
    .filter(({ day }) => day >= since)
    .flatMap(({ day, rentals: count }): Finding[] => {
      const own = days.find((each) => each.day === day);
      if (!own) return [];
      const { agentId, evidence } = own;
      const finding = `${count} reservations on ${day}, far more than usual.`;
      return [{ agentId, signalId: `burst-${day}`, signal: 'Burst', finding, evidence }];
    });

/** Days within the last ninety on which an agent made far more reservations than usual. */
export async function bursts({ db }: Stores, now: Date): Promise<Finding[]> {
  const since = addDays(dayOf(now), -LOOKBACK_DAYS);
  const busy = await busyAgents(db, since, BURST.least);
  const found: Finding[] = [];
  for (let start = 0; start < busy.length; start += AGENTS_PER_BATCH) {
    const agentIds = busy.slice(start, start + AGENTS_PER_BATCH);
    const rows = await reservedDays(db, agentIds, addDays(since, -BURST.before));
    const daysOf = new Map<number, AgentDay[]>(agentIds.map((agentId) => [agentId, []]));
    for (const row of rows) daysOf.get(row.agentId)?.push(row);
    for (const own of daysOf.values()) found.push(...burstsOf(own, since));
  }
  return found;
}

/** With a tracking number this time. Drivers' names are compared but never part of a finding. */
export async function rebookings({ log, db }: Stores, now: Date): Promise<Finding[]> {
  const since = instantAfter(now, -LOOKBACK_DAYS * DAY_MS);
  const [pairs, changed] = await Promise.all([rebookedPairs(db, since), reinvoicedWithNumber(db, since)]);
  const rentalEvents = async (reservationNo: string): Promise<readonly RentalEvent[]> =>
    eventsOf(rentalDecider, await log.readStream(rentalStreamOf(reservationNo), { personal: true }));
  const found: Finding[] = [];
  for (const { before, after, agentId } of pairs) {
    if (!isRebooked(await rentalEvents(before), await rentalEvents(after))) continue;
    found.push({
      agentId,
      signalId: `rebooked-${after}`,
      signal: 'Rebooked',
      finding: `Reservation ${before} had no tracking number, ended, and was made again as ${after} with one.`,
      evidence: [before, after],
    });
  }
  for (const { reservationNo, agentId } of changed) {
    found.push({
      agentId,
      signalId: `rebooked-${reservationNo}`,
      signal: 'Rebooked',
      finding: `Reservation ${reservationNo} was invoiced without a tracking number, credited, and invoiced again with one.`,
      evidence: [reservationNo],
    });
  }
  return found;
}

/** An invoice number under another reservation is reported to finance. Each further reservation is a new finding. */
export async function invoicedTwice({ db }: Stores, now: Date): Promise<Finding[]> {
  const since = instantAfter(now, -LOOKBACK_DAYS * DAY_MS);
  return (await repeatedInvoices(db, since)).map(({ agentId, invoiceNo, evidence }): Finding => {
    const [first] = evidence;
    return {
      agentId,
      signalId: `invoiced-twice-${first}-${evidence.length}`,
      signal: 'InvoicedTwice',
      finding: `Invoice ${invoiceNo} earns under ${evidence.length} reservations.`,
      evidence: evidence.slice(0, 50),
    };
  });
}

/** Rentals with a revenue far above any ordinary rental. Each further one in the same month makes a new finding. */
export async function largeRentals({ db }: Stores, now: Date): Promise<Finding[]> {
  const since = instantAfter(now, -LOOKBACK_DAYS * DAY_MS);
  return (await largeRentalMonths(db, LARGE_RENTAL_CENTS, since)).map(
    ({ agentId, month, rentals: count, evidence }): Finding => ({
      agentId,
      signalId: `large-${month}-${count}`,
      signal: 'LargeRental',
      finding: `${count} unusually large ${count === 1 ? 'rental' : 'rentals'} in ${month}: revenue from ${formatRand(LARGE_RENTAL_CENTS)}.`,
      evidence,
    }),
  );
}
