import type { RecalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import type { RecalculationEvent, RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import { defineProjection, existing } from '../engine/projection.ts';

/** A correction of the accounts, approved from a preview. Instants are ISO 8601 UTC. */
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
  /** Why it was refused. */
  refusal: string | null;
  /** What would have been booked at the time of the refusal. */
  found: RecalculationTotals | null;
  requestedBy: number;
  approvedBy: string;
  orderedAt: string;
  finishedAt: string | null;
}

type Followed = Exclude<RecalculationEvent, { type: 'RecalculationBegun' }>;

/** Read model `recalculations`, by id. */
export const recalculations = defineProjection<RecalculationRow, Followed>({
  name: 'recalculations',
  version: 2,
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
  handlers: {
    RecalculationOrdered: (_row, { data, metadata }, key) => ({
      id: key,
      whatIfId: data.whatIfId,
      how: data.how,
      status: 'booking',
      reason: data.reason,
      text: data.text,
      definition: data.definition,
      preview: data.preview,
      booked: null,
      refusal: null,
      found: null,
      requestedBy: data.requestedBy,
      approvedBy: metadata.actor.id,
      orderedAt: data.orderedAt,
      finishedAt: null,
    }),
    RecalculationRefused: (row, { data: { message, found, refusedAt } }) => ({
      ...existing(row),
      status: 'refused',
      refusal: message,
      found,
      finishedAt: refusedAt,
    }),
    RecalculationFinished: (row, { data: { booked, finishedAt } }) => ({
      ...existing(row),
      status: 'booked',
      booked,
      finishedAt,
    }),
  },
});
