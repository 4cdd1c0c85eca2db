import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';
import { CAUSES, type Cause } from './causes.ts';

const month = z.string();

/** Cents; gross = PAYE + nett. */
export const comparedAmounts = z.object({ grossCents: z.int(), payeCents: z.int(), nettCents: z.int() });
const cause = z.enum(Object.keys(CAUSES) as [Cause, ...Cause[]]);

/** One step of the bridge: the entries of one cause between the two moments. */
export const bridgeStep = comparedAmounts.extend({ cause, entries: z.int(), agents: z.int() });

const result = z.object({
  opening: comparedAmounts,
  closing: comparedAmounts,
  bridge: z.array(bridgeStep),
  entries: z.int(),
  agents: z.int(),
  reservations: z.int(),
});

/** Stream `comparison-{id}`: the books of two moments, compared at a person's request. */
export const comparisonEvents = {
  /**
   * `basis`: the balances owed to all agents, or the rewards of the rentals invoiced in `months` (both included).
   * `from` and `to` are the two moments; entries recorded at a moment belong to it.
   */
  ComparisonRequested: z.object({
    comparisonId: z.string(),
    basis: z.enum(['balances', 'rewards']),
    months: z.object({ from: month, to: month }).nullable(),
    from: instant,
    to: instant,
    reason: z.string(),
    requestedBy: z.int(),
    requestedAt: instant,
  }),
  ComparisonFinished: result.extend({ comparisonId: z.string(), finishedAt: instant }),
  /** Opening and bridge did not lead to the closing figure; the result is shown as not reliable. */
  ComparisonFailed: result.extend({ comparisonId: z.string(), message: z.string(), failedAt: instant }),
} as const;

export type ComparisonEvent = EventsOf<typeof comparisonEvents>;
export type ComparedAmounts = z.output<typeof comparedAmounts>;
export type BridgeStep = z.output<typeof bridgeStep>;
export type ComparisonResult = z.output<typeof result>;
export type ComparisonBasis = 'balances' | 'rewards';
