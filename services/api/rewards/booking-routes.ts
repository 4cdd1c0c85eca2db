import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { estimateReward, type ForecastBooking, forecastBookings } from '@fynbos/application/rewards/estimate-reward.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { RULES } from '@fynbos/domain/wording/explain-reward.ts';
import { bookings } from '@fynbos/projections/bookings/bookings.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { z } from 'zod';
import { requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { type Booking, bookingAnswer, estimateAnswer } from './answers.ts';

/** What a rental would earn (R17). */
const estimate = route.post('/agent/estimate', {
  appendsNothing: true,
  who: 'agent',
  summary: 'Estimate the reward of a rental that you are quoting; nothing is recorded',
  body: z.object({
    promoCode: requiredText('Choose a promotion.', 64),
    reservedOn: z.iso.date('Enter the booking date as YYYY-MM-DD.'),
    invoicedOn: z.iso.date('Enter the return date as YYYY-MM-DD.'),
    tkRevenueCents: z.int('Enter an amount.').min(1, 'Enter an amount above zero.').max(MAX_CENTS),
  }),
  answer: estimateAnswer,
  handle: async ({ body, caller }, { auth, log }) => {
    const { agentId } = agentOf(caller);
    await auth.limits.consumeFixedWindow(LIMITS.estimatePerPerson, String(agentId));
    const { status, reason, rate, minimumRewardCents, treatment, ...amounts } = await estimateReward(
      log,
      agentId,
      body,
    );
    const { tkRevenueCents, grossCents, payeCents, nettCents } = amounts;
    return {
      body: {
        status,
        reason,
        rule: reason && RULES[reason],
        promoCode: body.promoCode,
        rate,
        tkRevenueCents,
        minimumRewardCents,
        payeRate: treatment.rate,
        grossCents,
        payeCents,
        nettCents,
      },
    };
  },
});

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
export const bookingRoutes = tagged('Incentives', [
  estimate,
  route.get('/agent/bookings', {
    who: 'agent',
    summary: 'List your reservations that are not invoiced yet, and why one would not qualify',
    reads: [bookings.name, incentives.name],
    answer: z.array(bookingAnswer),
    handle: async ({ caller }, services) => ({
      body: (await forecastBookings(services, agentOf(caller).agentId)).map(bookingOf),
    }),
  }),
]);
