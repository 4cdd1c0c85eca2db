import { z } from 'zod';

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
  summary: z.object({
    received: z.int(),
    recorded: z.int(),
    duplicate: z.int(),
    conflict: z.int(),
    rejected: z.int(),
    unavailable: z.int(),
    /** The greatest position of the recorded events. */
    position: z.string().nullable(),
  }),
  /** The reason why the stream was stopped before its end. */
  error: z.string().optional(),
});
