import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';
import { recalculationDefinition } from './definition.ts';

/** Coded reasons of a correction. */
export const RECALCULATION_REASONS = ['Rerated', 'Error', 'Other'] as const;

/** The sum of a recalculation's entries. Cents; deductions are negative. */
const totals = z.object({
  reservations: z.int(),
  agents: z.int(),
  grossCents: z.int(),
  payeCents: z.int(),
  nettCents: z.int(),
});

/** Stream `recalculation-{id}`: an approved correction of the accounts from a simulation. */
export const recalculationEvents = {
  /** `how`: `adjust` books corrections, `reassess` decides the reservations of a changed promotion again. */
  RecalculationOrdered: z.object({
    recalculationId: z.string(),
    whatIfId: z.string(),
    how: z.enum(['adjust', 'reassess']),
    definition: recalculationDefinition,
    reason: z.enum(RECALCULATION_REASONS),
    text: z.string(),
    preview: totals,
    /**
     * Digest of every line of the preview (docs/decisions/0019). Orders of earlier releases have no digest and are
     * booked without a comparison.
     */
    digest: z.string().optional(),
    /** The administrator who requested it; the approver is in the metadata. */
    requestedBy: z.int(),
    orderedAt: instant,
  }),
  /** The booking equals the approved preview. From here on the recalculation is executed, also after a crash. */
  RecalculationBegun: z.object({ recalculationId: z.string(), begunAt: instant }),
  /** The booking differs from the approved preview. Nothing was booked; `found` is what the booking would have been. */
  RecalculationRefused: z.object({
    recalculationId: z.string(),
    code: z.string(),
    message: z.string(),
    found: totals,
    refusedAt: instant,
  }),
  /** `booked` may differ from the preview because of facts recorded during the booking. */
  RecalculationFinished: z.object({ recalculationId: z.string(), booked: totals, finishedAt: instant }),
} as const;

export type RecalculationEvent = EventsOf<typeof recalculationEvents>;
export type RecalculationReason = (typeof RECALCULATION_REASONS)[number];
export type RecalculationTotals = z.output<typeof totals>;
