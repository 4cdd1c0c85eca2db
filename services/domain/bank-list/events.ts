import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** Stream `bank-list`. The list with which the programme begins is `BANKS`; these are its changes. */
export const bankListEvents = {
  /** A bank is in the list with this branch code from a Johannesburg day on: a new bank, or another code of a known one. */
  BankListed: z.object({ name: z.string(), branchCode: z.string(), effectiveFrom: z.iso.date() }),
  /** A bank is no longer offered from that day on; accounts with it stay as they are. */
  BankDelisted: z.object({ name: z.string(), effectiveFrom: z.iso.date() }),
} as const;

export type BankListEvent = EventsOf<typeof bankListEvents>;
