import { agentOf } from '@fynbos/application/caller.ts';
import { type ForecastBooking, forecastBookings } from '@fynbos/application/rewards/open-bookings.ts';
import { RULES } from '@fynbos/domain/rental/explain.ts';
import { bookings } from '@fynbos/projections/bookings/bookings.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { type Booking, bookingAnswer } from './answers.ts';

const bookingOf = ({ booking, forecast: { reason, status, nettCents } }: ForecastBooking): Booking => {
  const { reservationNo, reservedOn, pickUpOn, returnOn, promoCode } = booking;
  const { vehicleGroup, pickupBranch, returnBranch, rateCode, expectedRevenueCents } = booking;
  return {
    reservationNo,
    reservedOn,
    pickUpOn,
    returnOn,
    promoCode,
    vehicleGroup,
    pickupBranch,
    returnBranch,
    rateCode,
    problem: status === 'Declined' && reason !== null ? { code: reason, rule: RULES[reason] } : null,
    expectedNettCents: status === 'Declined' || expectedRevenueCents === null ? null : nettCents,
  };
};

/** `GET /agent/bookings`: reservations before their invoice, with a warning if they would not qualify (B1). */
export const bookingRoute: Route = route.get('/agent/bookings', {
  who: 'agent',
  summary: 'List your reservations that are not invoiced yet, and why one would not qualify',
  tag: 'Incentives',
  reads: [bookings.name, incentives.name],
  answer: z.array(bookingAnswer),
  handle: async ({ caller }, services) => ({
    body: (await forecastBookings(services, agentOf(caller).agentId)).map(bookingOf),
  }),
});
