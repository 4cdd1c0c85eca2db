import type { RecalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import type { RecalculationEvent, RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A correction of the accounts from a preview, as two people decided upon it. Instants are ISO 8601 UTC. */
export interface RecalculationRow {
  id: string;
  whatIfId: string;
  how: 'adjust' | 'reassess';
  status: 'booking' | 'booked' | 'refused';
  reason: string;
  text: string;
  definition: RecalculationDefinition;
  preview: RecalculationTotals;
  booked: RecalculationTotals | null;
  /** Why it was refused, and what would have been booked instead. */
  refusal: string | null;
  found: RecalculationTotals | null;
  requestedBy: number;
  approvedBy: string;
  orderedAt: string;
  finishedAt: string | null;
}

type Followed = Exclude<RecalculationEvent, { type: 'RecalculationBegun' }>;

/** Read model `recalculations`, by id. */
export const recalculations: Projection<RecalculationRow, Followed> = {
  name: 'recalculations',
  version: 2,
  eventTypes: ['RecalculationOrdered', 'RecalculationRefused', 'RecalculationFinished'],
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
      refusal: 'text',
      found: 'json',
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
    const { type, data } = event as typeof event & Followed;
    if (type === 'RecalculationOrdered') {
      const { whatIfId, how, reason, text, definition, preview, requestedBy, orderedAt } = data;
      const approvedBy = event.metadata.actor.id;
      const ordered = { whatIfId, how, reason, text, definition, preview, requestedBy, approvedBy, orderedAt };
      const open = { status: 'booking', booked: null, refusal: null, found: null, finishedAt: null } as const;
      return { id: key, ...ordered, ...open };
    }
    if (!row) throw new Error('a correction was carried out that nobody ordered');
    if (type === 'RecalculationRefused')
      return { ...row, status: 'refused', refusal: data.message, found: data.found, finishedAt: data.refusedAt };
    return { ...row, status: 'booked', booked: data.booked, finishedAt: data.finishedAt };
  },
};
