import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { type Assessment, assess } from '@fynbos/domain/rental/assess.ts';
import { rentalDecider } from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { BookingRow } from '@fynbos/projections/bookings/bookings.ts';
import { openBookings } from '@fynbos/projections/bookings/queries.ts';
import { load } from '../handle.ts';
import { loadReferences } from '../rentals/references.ts';
import type { Essentials } from '../services.ts';

/** A rental that is not invoiced: one that an agent is quoting, or a booking. */
interface QuotedRental {
  readonly promoCode: string | null;
  readonly reservedOn: Day;
  /** The day of the invoice: normally the day on which the vehicle is returned. */
  readonly invoicedOn: Day;
  readonly tkRevenueCents: number;
}

/** The rental as the only invoice of a reservation, driven exactly as reserved. */
function rentalIfInvoiced(
  { promoCode, reservedOn, invoicedOn, tkRevenueCents }: QuotedRental,
  trackingNo: string,
): Rental {
  const terms = { promoCode, rateCode: '', vehicleGroup: '', pickupBranch: '', returnBranch: '' };
  const invoice = {
    eventId: '',
    integratorId: '',
    reservationNo: '',
    occurredAt: '',
    contentHash: '',
    marketSector: '',
    invoiceNo: 'estimate',
    invoiceDate: invoicedOn,
    loyaltyTrackingNo: trackingNo,
    tkRevenueCents,
    reservation: { ...terms, reservedOn },
    rental: { ...terms, pickedUpOn: invoicedOn, returnedOn: invoicedOn },
    personal: null,
  };
  return { ...rentalDecider.initial, invoices: new Map([[invoice.invoiceNo, invoice]]) };
}

/** Uses the rules, promotions, policy and treatment of decisions (R17). Appends nothing. */
export async function estimateReward(log: EventLog, agentId: number, quoted: QuotedRental): Promise<Assessment> {
  const { state } = await load(log, agentDecider, agentStreamOf(agentId), { personal: false });
  const rental = rentalIfInvoiced(quoted, state.loyaltyTrackingNo ?? '');
  const assessment = assess(rental, await loadReferences(log, [rental]));
  if (assessment === null) throw new Error('a rental with an invoice has an assessment');
  return assessment;
}

/** Days after the return for which a booking without an invoice is shown. */
const SHOWN_DAYS = 60;
const MAX_BOOKINGS = 500;

/** A booking and what it would earn if it were invoiced as it is; the amounts count only if the revenue is known. */
export interface ForecastBooking {
  readonly booking: BookingRow;
  readonly forecast: Assessment;
}

/** The booking as a rental that is invoiced on its return day, or today if that has passed. */
function rentalOf({ isCancelled, isNoShow, ...booking }: BookingRow, loyaltyTrackingNo: string, today: Day) {
  const quoted = {
    promoCode: booking.promoCode,
    reservedOn: booking.reservedOn,
    invoicedOn: booking.returnOn > today ? booking.returnOn : today,
    // An unknown revenue must not lead to a refusal.
    tkRevenueCents: booking.expectedRevenueCents ?? MAX_CENTS,
  };
  return { ...rentalIfInvoiced(quoted, loyaltyTrackingNo), isCancelled, isNoShow };
}

/** Bookings that are not invoiced, each with the decision that it would get now (B1). */
export async function forecastBookings(
  { log, db, now }: Essentials,
  agentId: number,
): Promise<readonly ForecastBooking[]> {
  const { state } = await load(log, agentDecider, agentStreamOf(agentId), { personal: false });
  const { loyaltyTrackingNo } = state;
  if (loyaltyTrackingNo === null) return [];
  const today = dayOf(now());
  const found = await openBookings(db, loyaltyTrackingNo, addDays(today, -SHOWN_DAYS), MAX_BOOKINGS);
  const rentals = found.map((booking) => rentalOf(booking, loyaltyTrackingNo, today));
  const references = await loadReferences(log, rentals);
  return rentals.flatMap((rental, index) => {
    const [booking, forecast] = [found[index], assess(rental, references)];
    return booking && forecast ? [{ booking, forecast }] : [];
  });
}
