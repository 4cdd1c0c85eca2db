import type {
  RecalculationDefinition,
  RecalculationEvent,
  RecalculationTotals,
} from '@fynbos/domain/recalculation/events.ts';
import { z } from 'zod';
import { blankRow, json } from '../engine/columns.ts';
import { defineProjection, requireRow } from '../engine/projection.ts';

/** A correction of the accounts, approved from a preview. Instants are ISO 8601 UTC. */
export const recalculationRow = z.object({
  id: z.string(),
  whatIfId: z.string(),
  how: z.enum(['adjust', 'reassess']),
  status: z.enum(['booking', 'booked', 'refused']),
  reason: z.string(),
  text: z.string(),
  definition: json<RecalculationDefinition>(),
  preview: json<RecalculationTotals>(),
  booked: json<RecalculationTotals>().nullable(),
  /** Why it was refused. */
  refusal: z.string().nullable(),
  /** What would have been booked at the time of the refusal. */
  found: json<RecalculationTotals>().nullable(),
  requestedBy: z.int32(),
  approvedBy: z.string(),
  orderedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type RecalculationRow = z.output<typeof recalculationRow>;

type Followed = Exclude<RecalculationEvent, { type: 'RecalculationBegun' }>;

export const recalculations = defineProjection<RecalculationRow, Followed>({
  name: 'recalculations',
  version: 2,
  row: recalculationRow,
  primaryKey: 'id',
  indexes: ['("orderedAt")'],
  keys: ({ data }) => [data.recalculationId],
  handlers: {
    RecalculationOrdered: (_row, { data, metadata }, key) => ({
      ...blankRow(recalculationRow),
      id: key,
      whatIfId: data.whatIfId,
      how: data.how,
      status: 'booking',
      reason: data.reason,
      text: data.text,
      definition: data.definition,
      preview: data.preview,
      requestedBy: data.requestedBy,
      approvedBy: metadata.actor.id,
      orderedAt: data.orderedAt,
    }),
    RecalculationRefused: (row, { data: { message, found, refusedAt } }) => ({
      ...requireRow(row),
      status: 'refused',
      refusal: message,
      found,
      finishedAt: refusedAt,
    }),
    RecalculationFinished: (row, { data: { booked, finishedAt } }) => ({
      ...requireRow(row),
      status: 'booked',
      booked,
      finishedAt,
    }),
  },
});
