import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { type Assessment, assess } from '@fynbos/domain/rental/assess.ts';
import type { BookingRow } from '@fynbos/projections/bookings/bookings.ts';
import { openBookings } from '@fynbos/projections/bookings/queries.ts';
import { load } from '../handle.ts';
import { loadReferences } from '../rentals/references.ts';
import type { Application } from '../services.ts';
import { rentalIfInvoiced } from './estimate-reward.ts';

/** Days after the return for which a booking without an invoice is shown. */
const SHOWN_DAYS = 60;
const MOST = 500;

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

/**
 * An agent's bookings that are not invoiced, each with the decision that it would get now (B1). Throws
 * `StoreUnavailable`.
 */
export async function forecastBookings(
  { log, db, now }: Pick<Application, 'log' | 'db' | 'now'>,
  agentId: number,
): Promise<readonly ForecastBooking[]> {
  const { state } = await load(log, agentDecider, agentStream(agentId), { personal: false });
  const { loyaltyTrackingNo } = state;
  if (loyaltyTrackingNo === null) return [];
  const today = dayOf(now());
  const found = await openBookings(db, loyaltyTrackingNo, addDays(today, -SHOWN_DAYS), MOST);
  const rentals = found.map((booking) => rentalOf(booking, loyaltyTrackingNo, today));
  const references = await loadReferences(log, rentals);
  return rentals.flatMap((rental, index) => {
    const [booking, forecast] = [found[index], assess(rental, references)];
    return booking && forecast ? [{ booking, forecast }] : [];
  });
}
