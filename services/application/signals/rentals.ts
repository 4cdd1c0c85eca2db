import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { BURST, burstsIn, isRebooked, LARGE_RENTAL_CENTS, type ReservedDay } from '@fynbos/domain/signal/rules.ts';
import type { Finding } from '@fynbos/domain/signal/signal.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import { eventsOf } from '../handle.ts';
import type { Application } from '../services.ts';

/** Days of rentals to check: by reservation date for bursts, by last recorded fact for rebookings. */
const LOOK_BACK = 90;
const REWARDS = readModelTable(incentives).sql;
const RENTALS = readModelTable(rentals).sql;
const EARNS = `status in ('Earned', 'Pending', 'Paid')`;

/** Busy agents analysed in one batch. */
const AT_ONCE = 500;

interface BusyDay extends ReservedDay {
  readonly agentId: number;
  readonly evidence: string[];
}

const burstsOf = (days: readonly BusyDay[], since: string): Finding[] =>
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
export async function bursts({ db }: Pick<Application, 'log' | 'db'>, now: Date): Promise<Finding[]> {
  const since = addDays(dayOf(now), -LOOK_BACK);
  const { rows: busy } = await db.query<{ agentId: number }>(
    `select distinct "agentId" from (select "agentId" from ${REWARDS} where ${EARNS} and "reservedOn" >= $1 and "agentId" is not null
       group by "agentId", "reservedOn" having count(*) >= $2) b order by 1`,
    [since, BURST.least],
  );
  const found: Finding[] = [];
  for (let start = 0; start < busy.length; start += AT_ONCE) {
    const agentIds = busy.slice(start, start + AT_ONCE).map(({ agentId }) => agentId);
    const { rows } = await db.query<BusyDay>(
      `select "agentId", "reservedOn" as day, count(*)::int as rentals, (array_agg("reservationNo" order by "reservationNo"))[1:50] as evidence
       from ${REWARDS} where ${EARNS} and "agentId" = any($1::int[]) and "reservedOn" >= $2 group by 1, 2`,
      [agentIds, addDays(since, -BURST.before)],
    );
    const daysOf = new Map<number, BusyDay[]>(agentIds.map((agentId) => [agentId, []]));
    for (const row of rows) daysOf.get(row.agentId)?.push(row);
    for (const own of daysOf.values()) found.push(...burstsOf(own, since));
  }
  return found;
}

/**
 * Pairs of reservations that look like one rental: the first ended without a tracking number since $1, and the second
 * earns with one.
 */
const PAIRS = `select a."reservationNo" as before, b."reservationNo" as after, i."agentId" from ${RENTALS} a
  join ${RENTALS} b on b.slot = a.slot and b.status in ('Earned', 'Pending') and b."lastRecordedAt" >= $1
  join ${REWARDS} i on i."reservationNo" = b."reservationNo" and i."agentId" is not null and i.${EARNS}
  where a.reason in ('Cancelled', 'Credited') and a."loyaltyTrackingNo" is null and a."lastRecordedAt" >= $1
    and a."reservationNo" <> b."reservationNo" order by 2, 1`;

/**
 * Earning reservations on which an invoice without a tracking number was credited and replaced by one with a number.
 */
const CHANGED = `select i."reservationNo", i."agentId" from ${RENTALS} r join ${REWARDS} i using ("reservationNo")
  where r."isSlippedIn" and r."lastRecordedAt" >= $1 and i.${EARNS} and i."agentId" is not null order by 1`;

/**
 * Rentals that were cancelled or credited and made again with a tracking number. Drivers' names are compared but never
 * included in a finding.
 */
export async function rebookings({ log, db }: Pick<Application, 'log' | 'db'>, now: Date): Promise<Finding[]> {
  const since = [new Date(now.getTime() - LOOK_BACK * 86_400_000).toISOString()];
  const { rows: pairs } = await db.query<{ before: string; after: string; agentId: number }>(PAIRS, since);
  const { rows: changed } = await db.query<{ reservationNo: string; agentId: number }>(CHANGED, since);
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

/**
 * Invoices of one integrator that earn for an agent under several reservations, at least one of them decided since $1.
 */
const INVOICED_TWICE = `with recent as (
    select distinct "agentId", "invoiceNo" from ${REWARDS} where ${EARNS} and "agentId" is not null and "decidedAt" >= $1),
  several as materialized (
    select "agentId", "invoiceNo", array_agg("reservationNo") as numbers from ${REWARDS} join recent using ("agentId", "invoiceNo")
    where ${EARNS} group by 1, 2 having count(*) > 1)
  select "agentId", "invoiceNo", array_agg("reservationNo" order by "reservationNo") as evidence
  from several cross join lateral unnest(numbers) as own ("reservationNo") join ${RENTALS} r using ("reservationNo")
  group by "agentId", "invoiceNo", r."integratorId" having count(*) > 1 order by 1, 2`;

/**
 * Invoices that earn more than once. An invoice number belongs to its reservation, so the same number under another
 * reservation is recorded and reported to finance. Each further reservation makes a new finding.
 */
export async function invoicedTwice({ db }: Pick<Application, 'log' | 'db'>, now: Date): Promise<Finding[]> {
  const since = [new Date(now.getTime() - LOOK_BACK * 86_400_000).toISOString()];
  const { rows } = await db.query<{ agentId: number; invoiceNo: string; evidence: string[] }>(INVOICED_TWICE, since);
  return rows.map(({ agentId, invoiceNo, evidence }): Finding => {
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

/**
 * An agent's earning rentals of a month that are unusually large. $1: the minimum revenue; $2: at least one was
 * decided since.
 */
const LARGE = `select "agentId", month, count(*)::int as rentals, (array_agg("reservationNo" order by "reservationNo"))[1:50] as evidence
  from ${REWARDS} where ${EARNS} and "agentId" is not null and "tkRevenueCents" >= $1
  group by "agentId", month having max("decidedAt") >= $2 order by 1, 2`;

/** Rentals with a revenue far above any ordinary rental. Each further one in the same month makes a new finding. */
export async function largeRentals({ db }: Pick<Application, 'log' | 'db'>, now: Date): Promise<Finding[]> {
  const since = new Date(now.getTime() - LOOK_BACK * 86_400_000).toISOString();
  const { rows } = await db.query<{ agentId: number; month: string; rentals: number; evidence: string[] }>(LARGE, [
    LARGE_RENTAL_CENTS,
    since,
  ]);
  return rows.map(
    ({ agentId, month, rentals: count, evidence }): Finding => ({
      agentId,
      signalId: `large-${month}-${count}`,
      signal: 'LargeRental',
      finding: `${count} unusually large ${count === 1 ? 'rental' : 'rentals'} in ${month}: revenue from ${formatRand(LARGE_RENTAL_CENTS)}.`,
      evidence,
    }),
  );
}
