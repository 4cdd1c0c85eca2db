import { itemOutcome } from '@fynbos/application/rentals/record-rental-events.ts';
import { z } from 'zod';
import { exchangeSummary } from '../ndjson/ndjson-exchange.ts';

export const itemAnswer = itemOutcome.extend({ index: z.int() });

/** The last line of a stream. */
export const streamSummary = z.object({
  summary: exchangeSummary,
  /** The reason why the stream was stopped before its end. */
  error: z.string().optional(),
});
