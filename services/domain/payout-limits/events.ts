import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** From this nett total on, a payout run needs this many approvers besides its proposer. */
export const approverBand = z.object({ fromNettCents: z.int(), approvers: z.int() });

/** The limits of payouts, in cents nett. */
export const payoutLimits = z.object({
  /** Ascending. A run below all bands needs one approver. */
  approverBands: z.array(approverBand),
  /** From this nett total on, each approver types the total. */
  statedTotalFromCents: z.int(),
  /** The largest payment to one agent in an ordinary EFT file, and in a cross-border list. */
  eftItemCents: z.int(),
  crossBorderItemCents: z.int(),
});
export type PayoutLimits = z.output<typeof payoutLimits>;
export type ApproverBand = z.output<typeof approverBand>;

/** Stream `payout-limits`. */
export const payoutLimitsEvents = {
  /** Counts for runs that are proposed from now on. */
  PayoutLimitsSet: z.object({ version: z.int(), limits: payoutLimits }),
} as const;

export type PayoutLimitsEvent = EventsOf<typeof payoutLimitsEvents>;
