import type { AgentDetails } from '../agent/details.ts';
import { addDays, type Day, daysApart, HOUR_MS } from '../calendar.ts';
import type { RentalEvent } from '../rental/events.ts';

/** Hours around a payout run within which a change of the bank account is checked. */
export const NEAR_RUN_HOURS = 72;

/** The first change of a bank account within 72 hours of the instant at which a run was proposed; ISO 8601 UTC. */
export function changeNearRun(changes: readonly string[], proposedAt: string): string | null {
  const run = Date.parse(proposedAt);
  const isNear = (at: string): boolean => Math.abs(Date.parse(at) - run) <= NEAR_RUN_HOURS * HOUR_MS;
  return changes.find(isNear) ?? null;
}

const same = (a: string, b: string): boolean => a.trim() !== '' && a.trim().toLowerCase() === b.trim().toLowerCase();

/** The same tax number, cell number, or name at one agency. An agency's address and telephone prove nothing. */
export function isSamePerson(a: AgentDetails, b: AgentDetails): boolean {
  if (same(a.taxNumber, b.taxNumber) || same(a.cellNumber, b.cellNumber)) return true;
  return same(a.firstName, b.firstName) && same(a.surname, b.surname) && same(a.iataNumber, b.iataNumber);
}

/** Reservations of one agent on a day, and on the days before. */
export interface ReservedDay {
  readonly day: Day;
  readonly rentals: number;
}
export const BURST = { least: 10, times: 5, before: 60 } as const;

/**
 * Days with at least ten rentals that earn, and over five times a usual day (S3): the mean of the days with
 * reservations in the sixty days before, at least one.
 */
export function burstsIn(days: readonly ReservedDay[]): ReservedDay[] {
  return days.filter(({ day, rentals }) => {
    if (rentals < BURST.least) return false;
    const usual = days.filter((other) => other.day < day && other.day >= addDays(day, -BURST.before));
    const mean = usual.reduce((sum, other) => sum + other.rentals, 0) / Math.max(1, usual.length);
    return rentals > BURST.times * Math.max(1, mean);
  });
}

/** T&K revenue in cents from which a rental is unusually large: R100 000, many times a long hire of a large car. */
export const LARGE_RENTAL_CENTS = 100_000_00;

/** Maximum days between the end of a reservation and the creation of its replacement. */
export const REBOOK_DAYS = 7;

interface Seen {
  readonly trackingNo: string | null;
  readonly vehicleGroup: string;
  readonly pickupBranch: string;
  readonly pickedUpOn: Day;
  readonly reservedOn: Day;
  readonly driver: string;
  readonly revenueCents: number;
  /** The day of cancellation or credit. */
  readonly endedOn: Day | null;
}

function seenOf(events: readonly RentalEvent[]): Seen | null {
  let seen: Seen | null = null;
  let endedOn: Day | null = null;
  for (const { type, data } of events) {
    if (type === 'InvoiceRecorded') {
      const { loyaltyTrackingNo, reservation, rental, personal, tkRevenueCents } = data;
      seen = {
        trackingNo: loyaltyTrackingNo?.trim() || null,
        vehicleGroup: rental.vehicleGroup,
        pickupBranch: rental.pickupBranch,
        pickedUpOn: rental.pickedUpOn,
        reservedOn: reservation.reservedOn,
        driver: personal?.driverName.trim().toLowerCase() ?? '',
        revenueCents: tkRevenueCents,
        endedOn,
      };
    }
    if (type === 'CancellationRecorded') endedOn = data.cancelledOn;
    if (type === 'CreditNoteRecorded') endedOn = data.creditDate;
  }
  return seen && { ...seen, endedOn };
}

/**
 * A reservation without a tracking number was cancelled or credited and replaced within a week by one with a number:
 * same group, branch, first day, and driver (or revenue, where no driver is known) (S4).
 */
export function isRebooked(before: readonly RentalEvent[], after: readonly RentalEvent[]): boolean {
  const [first, second] = [seenOf(before), seenOf(after)];
  if (!first || !second || first.endedOn === null || first.trackingNo !== null || second.trackingNo === null)
    return false;
  if (second.reservedOn < first.reservedOn || daysApart(second.reservedOn, first.endedOn) > REBOOK_DAYS) return false;
  const isSameRental =
    first.vehicleGroup === second.vehicleGroup &&
    first.pickupBranch === second.pickupBranch &&
    first.pickedUpOn === second.pickedUpOn;
  const hasDrivers = first.driver !== '' && second.driver !== '';
  return isSameRental && (hasDrivers ? first.driver === second.driver : first.revenueCents === second.revenueCents);
}

/** First invoiced without a tracking number, credited, and invoiced again with one (S4). */
export function isReinvoicedWithNumber(events: readonly RentalEvent[]): boolean {
  const credited = new Set(events.flatMap(({ type, data }) => (type === 'CreditNoteRecorded' ? [data.invoiceNo] : [])));
  const invoices = events.flatMap(({ type, data }) => (type === 'InvoiceRecorded' ? [data] : []));
  const hasNumber = (number: string | null): boolean => (number?.trim() ?? '') !== '';
  return (
    invoices.some(({ invoiceNo, loyaltyTrackingNo }) => credited.has(invoiceNo) && !hasNumber(loyaltyTrackingNo)) &&
    invoices.some(({ invoiceNo, loyaltyTrackingNo }) => !credited.has(invoiceNo) && hasNumber(loyaltyTrackingNo))
  );
}
