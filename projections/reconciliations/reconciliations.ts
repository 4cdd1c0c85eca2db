import type { ReconciliationCheck, ReconciliationEvent } from '@fynbos/domain/reconciliation/events.ts';
import { defineProjection, existing } from '../engine/projection.ts';

/** A comparison of read models, ledger and log with each other. */
export interface ReconciliationRow {
  id: string;
  how: string;
  status: 'running' | 'equal' | 'different';
  differences: number;
  checks: ReconciliationCheck[];
  askedAt: string;
  askedBy: string;
  finishedAt: string | null;
}

/** Read model `reconciliations`, by id. */
export const reconciliations = defineProjection<ReconciliationRow, ReconciliationEvent>({
  name: 'reconciliations',
  version: 1,
  table: {
    columns: {
      id: 'text',
      how: 'text',
      status: 'text',
      differences: 'integer',
      checks: 'json',
      askedAt: 'text',
      askedBy: 'text',
      finishedAt: 'text',
    },
    primaryKey: 'id',
    indexes: ['("askedAt")'],
  },
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
      ...existing(row),
      status: differences === 0 ? 'equal' : 'different',
      differences,
      checks,
      finishedAt,
    }),
  },
});
