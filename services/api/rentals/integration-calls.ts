import { amounts } from '@fynbos/domain/event-schema.ts';
import { decisionStatuses, shownReasons } from '@fynbos/domain/rental/reasons.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import { z } from 'zod';
import type { DescribedCall } from '../server/openapi.ts';
import { itemAnswer, streamSummary } from './answers.ts';
import { rentalEventSchema, storedRentalEventSchema } from './rental-event-schema.ts';
import { rentalEventsQuery } from './rental-events-call.ts';

const NDJSON = 'application/x-ndjson';
const tag = 'Integrations';
const who = 'integrator';

const decision = z.object({
  status: z.enum(decisionStatuses),
  reason: z.enum(shownReasons).nullable(),
  promoCode: z.string().nullable(),
  rate: z.number().nullable(),
  policyVersion: z.int(),
  promotionVersion: z.int().nullable(),
  loyaltyTrackingNo: z.string().nullable(),
  invoiceNo: z.string(),
  ...amounts.shape,
  explanation: z.string(),
});

/** The answer of `GET /integrations/rental-events/{eventId}`. */
export const rentalEventAnswer = storedRentalEventSchema.and(z.object({ position: z.string() }));

/** The answer of `GET /integrations/reservations/{reservationNo}`. */
export const reservationAnswer = z.object({
  reservationNo: z.string(),
  facts: z.array(storedRentalEventSchema),
  decision: decision.nullable(),
});

/** The calls of `integrations-router.ts` for OpenAPI. */
export const integrationCalls: readonly DescribedCall[] = [
  {
    method: 'post',
    paths: ['/integrations/rental-events'],
    who,
    tag,
    summary:
      'Send rental events: one object (201, 200, 409, 422), an array of at most 1,000 (207), or application/x-ndjson of any length (200, a line for each and a summary)',
    query: rentalEventsQuery,
    body: z.union([rentalEventSchema, z.array(rentalEventSchema).min(1).max(1_000)]),
    raw: NDJSON,
    answer: itemAnswer,
    status: 201,
    outcomes: {
      200: {
        is: 'One object that was recorded before. For NDJSON: a line for each item, and the summary as the last line.',
        answer: { 'application/json': itemAnswer, [NDJSON]: z.union([itemAnswer, streamSummary]) },
      },
      207: {
        is: 'An array: the outcome of each item, in order.',
        answer: { 'application/json': z.array(itemAnswer) },
      },
    },
  },
  {
    method: 'get',
    paths: ['/integrations/rental-events/{eventId}'],
    who,
    tag,
    summary: 'Get a rental event by your event id',
    reads: [rentalEvents.name],
    answer: rentalEventAnswer,
  },
  {
    method: 'get',
    paths: ['/integrations/reservations/{reservationNo}'],
    who,
    tag,
    summary: 'Get the facts of a reservation and its decision, with the reason and the policy version',
    reads: [rentals.name, incentives.name],
    answer: reservationAnswer,
  },
];
