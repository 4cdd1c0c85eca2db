import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { recalculationDefinition } from './definition.ts';

const instant = z.iso.datetime();

/** Why history was decided again (coded reasons). */
export const RECALCULATION_REASONS = ['Rerated', 'Error', 'Other'] as const;

/** What a recalculation moves: cents, below zero what is taken back. */
const totals = z.object({
  reservations: z.int(),
  agents: z.int(),
  grossCents: z.int(),
  payeCents: z.int(),
  nettCents: z.int(),
});

/** Stream `recalculation-{id}`: a correction of the accounts that two people decided upon, from a preview of it. */
export const recalculationEvents = {
  /** `how`: `adjust` books entries beside what was decided, `reassess` decides reservations of a changed promotion again. */
  RecalculationOrdered: z.object({
    recalculationId: z.string(),
    whatIfId: z.string(),
    how: z.enum(['adjust', 'reassess']),
    definition: recalculationDefinition,
    reason: z.enum(RECALCULATION_REASONS),
    text: z.string(),
    preview: totals,
    /** Of every line of that preview (docs/decisions/0019). Orders of releases before it have none, and are booked without. */
    digest: z.string().optional(),
    /** The administrator who asked; who approved is in the metadata. */
    requestedBy: z.int(),
    orderedAt: instant,
  }),
  /** What would be booked is what was approved: from here on it is booked, also by who goes on after a crash. */
  RecalculationBegun: z.object({ recalculationId: z.string(), begunAt: instant }),
  /** Nothing was booked: `found` is what would have been. */
  RecalculationRefused: z.object({
    recalculationId: z.string(),
    code: z.string(),
    message: z.string(),
    found: totals,
    refusedAt: instant,
  }),
  /** `booked` may differ from the preview by facts that came while it was booked. */
  RecalculationFinished: z.object({ recalculationId: z.string(), booked: totals, finishedAt: instant }),
} as const;

export type RecalculationEvent = EventsOf<typeof recalculationEvents>;
export type RecalculationReason = (typeof RECALCULATION_REASONS)[number];
export type RecalculationTotals = z.output<typeof totals>;
