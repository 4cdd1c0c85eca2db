import { CAUSES, type Cause } from '@fynbos/domain/comparison/causes.ts';
import { bridgeStep } from '@fynbos/domain/comparison/comparison.ts';
import { amounts, instant } from '@fynbos/domain/event-schema.ts';
import { comparisonRow } from '@fynbos/projections/comparisons/comparisons.ts';
import { z } from 'zod';

const cause = z.enum(Object.keys(CAUSES) as [Cause, ...Cause[]]);

/** `GET /admin/comparisons/{id}`, and a row of the list. Amounts are cents. */
export const comparisonAnswer = comparisonRow.extend({
  bridge: z.array(bridgeStep.extend({ label: z.string() })),
  requestedByName: z.string(),
  /** Account entries read so far, and their expected number. */
  done: z.int().nullable(),
  total: z.int().nullable(),
  remainingMs: z.number().nullable(),
  hasEntries: z.boolean(),
});
export type Comparison = z.output<typeof comparisonAnswer>;

const agent = { agentId: z.int(), agentName: z.string().nullable(), loyaltyTrackingNo: z.string().nullable() };
const sums = amounts.extend({ id: z.string(), entries: z.int() });

/** Rows of `GET /admin/comparisons/{id}/results`, by the requested grouping. Amounts are cents. */
export const comparisonResultsAnswer = z.array(
  z.union([
    amounts.extend({
      id: z.string(),
      seq: z.int(),
      cause,
      ...agent,
      reservationNo: z.string().nullable(),
      promoCode: z.string().nullable(),
      month: z.string().nullable(),
      recordedAt: instant,
      by: z.string(),
      reason: z.string().nullable(),
    }),
    sums.extend({
      reservationNo: z.string(),
      promoCode: z.string().nullable(),
      month: z.string().nullable(),
      causes: z.string(),
      ...agent,
    }),
    sums.extend(agent),
    sums.extend({ cause }),
    sums.extend({ promoCode: z.string().nullable() }),
  ]),
);
export type ComparisonResults = z.output<typeof comparisonResultsAnswer>;
