import { z } from 'zod';
import { exchangeSummary } from '../ndjson/ndjson-exchange.ts';

export const itemError = z.object({ path: z.string(), message: z.string() });

export const itemOutcome = z.object({
  eventId: z.string().nullable(),
  result: z.enum(['recorded', 'duplicate', 'conflict', 'rejected', 'unavailable']),
  /** Position of the recorded event, for `X-Read-After`. */
  position: z.string().optional(),
  errors: z.array(itemError).optional(),
});

/** The outcome of one item of a call, by its index in the call. */
export const itemAnswer = itemOutcome.extend({ index: z.int() });

/** The last line of a stream. */
export const streamSummary = z.object({
  summary: exchangeSummary,
  /** The reason why the stream was stopped before its end. */
  error: z.string().optional(),
});
