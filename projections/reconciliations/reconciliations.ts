import { instant } from '@fynbos/domain/event-schema.ts';
import { type ReconciliationEvent, reconciliationCheck } from '@fynbos/domain/reconciliation/reconciliation.ts';
import { z } from 'zod';
import { defineProjection, requireRow } from '../engine/projection.ts';

/** A comparison of read models, ledger and log with each other. */
export const reconciliationRow = z.object({
  id: z.string(),
  how: z.string(),
  status: z.enum(['running', 'equal', 'different']),
  differences: z.int32(),
  checks: z.array(reconciliationCheck),
  askedAt: instant,
  askedBy: z.string(),
  finishedAt: instant.nullable(),
});
export type ReconciliationRow = z.output<typeof reconciliationRow>;

export const reconciliations = defineProjection<ReconciliationRow, ReconciliationEvent>({
  name: 'reconciliations',
  version: 1,
  row: reconciliationRow,
  primaryKey: 'id',
  indexes: ['("askedAt")'],
  keys: ({ data }) => [data.reconciliationId],
  handlers: {
    ReconciliationAsked: (_row, { data, metadata: { actor, recordedAt } }, key) => ({
      id: key,
      how: data.how,
      status: 'running',
      differences: 0,
      checks: [],
      askedAt: recordedAt,
      askedBy: `${actor.kind} ${actor.id}`,
      finishedAt: null,
    }),
    ReconciliationFinished: (row, { data: { checks, differences, finishedAt } }) => ({
      ...requireRow(row),
      status: differences === 0 ? 'equal' : 'different',
      differences,
      checks,
      finishedAt,
    }),
  },
});
