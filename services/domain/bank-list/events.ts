import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** Stream `bank-list`. The initial list is `BANKS`; these events are its changes. */
export const bankListEvents = {
  /**
   * A bank is in the list with this branch code from a Johannesburg day on: a new bank, or a new code of a listed one.
   */
  BankListed: z.object({ name: z.string(), branchCode: z.string(), effectiveFrom: z.iso.date() }),
  /** A bank is no longer offered from that day on; its existing accounts are unchanged. */
  BankDelisted: z.object({ name: z.string(), effectiveFrom: z.iso.date() }),
} as const;

export type BankListEvent = EventsOf<typeof bankListEvents>;
