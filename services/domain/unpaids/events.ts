import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** Where a file of unpaid payments has its values: the heading of each column, or its number from 1. */
export const unpaidsLayout = z.object({
  /** The reference of the payment file. */
  reference: z.string(),
  amount: z.string(),
  /** The day on which the bank returned the payment. */
  day: z.string(),
  /** The reason, as a code or as text. */
  returnReason: z.string(),
  /** Whether amounts are in cents without a decimal point. */
  isInCents: z.boolean('Amounts are in rand or in cents.'),
});
export type UnpaidsLayout = z.output<typeof unpaidsLayout>;

/** Stream `unpaids-layout`. Administrators are named by their id. */
export const unpaidsEvents = {
  UnpaidsLayoutSet: z.object({ layout: unpaidsLayout, setBy: z.int(), setAt: z.iso.datetime() }),
} as const;

export type UnpaidsEvent = EventsOf<typeof unpaidsEvents>;
