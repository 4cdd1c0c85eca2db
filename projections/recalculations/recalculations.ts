import type { RecalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import type { RecalculationEvent, RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A correction of the accounts from a preview, as two people decided upon it. Instants are ISO 8601 UTC. */
export interface RecalculationRow {
  id: string;
  whatIfId: string;
  how: 'adjust' | 'reassess';
  status: 'booking' | 'booked';
  reason: string;
  text: string;
  definition: RecalculationDefinition;
  preview: RecalculationTotals;
  booked: RecalculationTotals | null;
  requestedBy: number;
  approvedBy: string;
  orderedAt: string;
  finishedAt: string | null;
}

/** Read model `recalculations`, by id. */
export const recalculations: Projection<RecalculationRow, RecalculationEvent> = {
  name: 'recalculations',
  version: 1,
  eventTypes: ['RecalculationOrdered', 'RecalculationFinished'],
  table: {
    columns: {
      id: 'text',
      whatIfId: 'text',
      how: 'text',
      status: 'text',
      reason: 'text',
      text: 'text',
      definition: 'json',
      preview: 'json',
      booked: 'json',
      requestedBy: 'integer',
      approvedBy: 'text',
      orderedAt: 'text',
      finishedAt: 'text',
    },
    primaryKey: 'id',
    indexes: ['("orderedAt")'],
  },
  keys: ({ data }) => [data.recalculationId],
  evolve: (row, event, key) => {
    const { type, data } = event as typeof event & RecalculationEvent;
    if (type === 'RecalculationOrdered') {
      const { whatIfId, how, reason, text, definition, preview, requestedBy, orderedAt } = data;
      const approvedBy = event.metadata.actor.id;
      const ordered = { whatIfId, how, reason, text, definition, preview, requestedBy, approvedBy, orderedAt };
      return { id: key, ...ordered, status: 'booking', booked: null, finishedAt: null };
    }
    if (!row) throw new Error('a correction was finished that nobody ordered');
    return { ...row, status: 'booked', booked: data.booked, finishedAt: data.finishedAt };
  },
};
