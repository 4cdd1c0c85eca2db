import { scenarioFiguresSchema } from '@fynbos/application/simulation/scenario-figures.ts';
import { simulationRunRow } from '@fynbos/application/simulation/simulation-store.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import {
  recalculationDefinition,
  recalculationEvents,
  recalculationTotals,
} from '@fynbos/domain/recalculation/events.ts';
import { z } from 'zod';

const cents = z.int();
const amounts = { grossCents: cents, payeCents: cents, nettCents: cents };
const assumed = { assumedGrossCents: cents, assumedPayeCents: cents, assumedNettCents: cents };
const correction = { correctionGrossCents: cents, correctionPayeCents: cents, correctionNettCents: cents };

/** A simulation with its progress. Amounts are cents. */
export const simulationAnswer = simulationRunRow.omit({ schema: true }).extend({
  askedByName: z.string(),
  askedAt: instant,
  hasResult: z.boolean(),
  asOf: instant.nullable(),
  updatedAt: instant,
});
export type Simulation = z.output<typeof simulationAnswer>;

const sums = z.object({
  id: z.string(),
  reservations: z.int(),
  corrected: z.int(),
  ...amounts,
  ...assumed,
  ...correction,
});

/** Rows of `GET /admin/what-ifs/{id}/results`, by the requested grouping. Amounts are cents. */
export const resultsAnswer = z.array(
  z.union([
    z.object({
      id: z.string(),
      reservationNo: z.string(),
      agentId: z.int(),
      loyaltyTrackingNo: z.string().nullable(),
      promotionId: z.string().nullable(),
      promoCode: z.string().nullable(),
      month: z.string(),
      invoiceDate: z.iso.date(),
      status: z.string(),
      reason: z.string().nullable(),
      ...amounts,
      assumedStatus: z.string(),
      assumedReason: z.string().nullable(),
      ...assumed,
      ...correction,
    }),
    sums.extend({ agentId: z.int(), loyaltyTrackingNo: z.string().nullable() }),
    sums.extend({ promotionId: z.string().nullable(), promoCode: z.string().nullable() }),
    sums.extend({ month: z.string() }),
  ]),
);
export type SimulationResults = z.output<typeof resultsAnswer>;

const ordered = recalculationEvents.RecalculationOrdered.shape;

/** `GET /admin/recalculations`. `done` and `total` are the progress of the booking. Amounts are cents. */
export const recalculationsAnswer = z.array(
  z.object({
    id: z.string(),
    whatIfId: z.string(),
    how: ordered.how,
    status: z.enum(['booking', 'booked', 'refused']),
    reason: z.string(),
    text: z.string(),
    definition: recalculationDefinition,
    preview: recalculationTotals,
    booked: recalculationTotals.nullable(),
    refusal: z.string().nullable(),
    found: recalculationTotals.nullable(),
    requestedBy: z.int(),
    requestedByName: z.string(),
    approvedBy: z.string(),
    approvedByName: z.string(),
    orderedAt: instant,
    finishedAt: instant.nullable(),
    done: z.int().nullable(),
    total: z.int().nullable(),
  }),
);
export type Recalculations = z.output<typeof recalculationsAnswer>;

export const startedScenariosAnswer = z.array(z.object({ id: z.string(), warnings: z.array(z.string()) }));

/** `POST /admin/policy-scenarios/compare`. `figures` is null until the simulation is done. Cents, nett unless named. */
export const scenariosAnswer = z.array(
  simulationAnswer
    .pick({
      id: true,
      state: true,
      done: true,
      total: true,
      remainingMs: true,
      totals: true,
      definition: true,
      error: true,
    })
    .extend({
      payoutMinimumCents: cents,
      coolingHours: z.int(),
      figures: scenarioFiguresSchema.nullable(),
    }),
);
export type Scenarios = z.output<typeof scenariosAnswer>;
