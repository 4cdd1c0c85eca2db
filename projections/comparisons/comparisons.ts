import type { BridgeStep, ComparisonEvent } from '@fynbos/domain/comparison/comparison.ts';
import { amounts, instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { blankRow, json } from '../engine/columns.ts';
import { defineProjection, requireRow } from '../engine/projection.ts';

/** A comparison of two moments with its result. Instants are ISO 8601 UTC; amounts are cents. */
export const comparisonRow = z.object({
  id: z.string(),
  basis: z.enum(['balances', 'rewards']),
  months: z.object({ from: z.string(), to: z.string() }).nullable(),
  from: instant,
  to: instant,
  reason: z.string(),
  status: z.enum(['running', 'finished', 'failed']),
  requestedBy: z.int32(),
  requestedAt: instant,
  /** Null until it is finished. */
  finishedAt: instant.nullable(),
  opening: amounts.nullable(),
  closing: amounts.nullable(),
  bridge: json<readonly BridgeStep[]>(),
  entries: z.int32(),
  agents: z.int32(),
  reservations: z.int32(),
  failure: z.string().nullable(),
});
export type ComparisonRow = z.output<typeof comparisonRow>;

export const comparisons = defineProjection<ComparisonRow, ComparisonEvent>({
  name: 'comparisons',
  version: 1,
  row: comparisonRow,
  primaryKey: 'id',
  indexes: ['("requestedAt")'],
  keys: ({ data }) => [data.comparisonId],
  handlers: {
    ComparisonRequested: (_row, { data: { comparisonId: id, ...requested } }) => ({
      ...blankRow(comparisonRow),
      ...requested,
      id,
      status: 'running',
      bridge: [],
    }),
    ComparisonFinished: (row, { data: { comparisonId: _id, finishedAt, ...result } }) => ({
      ...requireRow(row),
      ...result,
      status: 'finished',
      finishedAt,
    }),
    ComparisonFailed: (row, { data: { comparisonId: _id, failedAt, message, ...result } }) => ({
      ...requireRow(row),
      ...result,
      status: 'failed',
      finishedAt: failedAt,
      failure: message,
    }),
  },
});
