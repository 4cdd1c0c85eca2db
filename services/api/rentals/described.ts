import { z } from 'zod';
import type { DescribedCall } from '../http/openapi.ts';
import { rentalEventSchema } from './rental-event-schema.ts';

const item = z.object({
  index: z.int(),
  eventId: z.string().nullable(),
  result: z.enum(['recorded', 'duplicate', 'conflict', 'rejected', 'unavailable']),
  position: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

const NDJSON = 'application/x-ndjson';

const summary = z.object({
  received: z.int(),
  recorded: z.int(),
  duplicate: z.int(),
  conflict: z.int(),
  rejected: z.int(),
  unavailable: z.int(),
  position: z.string().nullable(),
});

const decision = z.object({
  status: z.enum(['Earned', 'Pending', 'Declined']),
  reason: z.string().nullable(),
  promoCode: z.string().nullable(),
  rate: z.number().nullable(),
  policyVersion: z.int(),
  grossCents: z.int(),
  payeCents: z.int(),
  nettCents: z.int(),
  explanation: z.string(),
});

/** Anything else than these two words is refused: what was meant to be tried would be recorded. */
export const rentalEventsQuery = z.object({ dryRun: z.enum(['true', 'false']).optional() });

const tag = 'Integrations';
const who = 'integrator';

/** The calls of router.ts as OpenAPI shows them; it reads its requests itself, so nothing is mounted from here. */
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
    answer: item,
    status: 201,
    outcomes: {
      200: {
        is: 'One object that was there before; for NDJSON a line for each item, the summary last.',
        answer: { 'application/json': item, [NDJSON]: z.union([item, z.object({ summary })]) },
      },
      207: { is: 'An array: each item’s answer, in order.', answer: { 'application/json': z.array(item) } },
    },
  },
  {
    method: 'get',
    paths: ['/integrations/rental-events/{eventId}'],
    who,
    tag,
    summary: 'The event stored under an id of yours',
    answer: z.looseObject({ type: z.string(), eventId: z.string(), reservationNo: z.string(), recordedAt: z.string() }),
  },
  {
    method: 'get',
    paths: ['/integrations/reservations/{reservationNo}'],
    who,
    tag,
    summary: 'The facts of a reservation, its decision, the reason and the policy behind it',
    answer: z.object({
      reservationNo: z.string(),
      facts: z.array(z.looseObject({ type: z.string() })),
      decision: decision.nullable(),
    }),
  },
];
