import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

/** The result of one check. `first` names the first differences, without personal data. */
export const reconciliationCheck = z.object({
  name: z.string(),
  examined: z.int(),
  differences: z.int(),
  first: z.array(z.object({ key: z.string(), what: z.string() })),
});

/** Stream `reconciliation-{id}`: one reconciliation and its result. */
export const reconciliationEvents = {
  ReconciliationAsked: z.object({
    reconciliationId: z.string(),
    how: z.enum(['nightly', 'asked', 'integrator-list']),
    askedAt: instant,
  }),
  ReconciliationFinished: z.object({
    reconciliationId: z.string(),
    checks: z.array(reconciliationCheck),
    differences: z.int(),
    finishedAt: instant,
  }),
} as const;

export type ReconciliationEvent = EventsOf<typeof reconciliationEvents>;
export type ReconciliationCheck = z.output<typeof reconciliationCheck>;
