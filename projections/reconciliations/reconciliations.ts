import type { ReconciliationCheck, ReconciliationEvent } from '@fynbos/domain/reconciliation/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A comparison of the books with themselves. */
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
export const reconciliations: Projection<ReconciliationRow, ReconciliationEvent> = {
  name: 'reconciliations',
  version: 1,
  eventTypes: ['ReconciliationAsked', 'ReconciliationFinished'],
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
  evolve: (row, event, key) => {
    const { actor, recordedAt } = event.metadata;
    if (event.type === 'ReconciliationAsked') {
      const { how } = event.data as Extract<ReconciliationEvent, { type: 'ReconciliationAsked' }>['data'];
      return {
        id: key,
        how,
        status: 'running',
        differences: 0,
        checks: [],
        askedAt: recordedAt,
        askedBy: `${actor.kind} ${actor.id}`,
        finishedAt: null,
      };
    }
    if (!row) throw new Error('a reconciliation was finished that nobody asked for');
    const { checks, differences, finishedAt } = event.data as Extract<
      ReconciliationEvent,
      { type: 'ReconciliationFinished' }
    >['data'];
    return { ...row, status: differences === 0 ? 'equal' : 'different', differences, checks, finishedAt };
  },
};
