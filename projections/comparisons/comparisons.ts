import type {
  BridgeStep,
  ComparedAmounts,
  ComparisonBasis,
  ComparisonEvent,
} from '@fynbos/domain/comparison/events.ts';
import { defineProjection, existing } from '../engine/projection.ts';

/** A comparison of two moments with its result. Instants are ISO 8601 UTC; amounts are cents. */
export interface ComparisonRow {
  id: string;
  basis: ComparisonBasis;
  months: { from: string; to: string } | null;
  from: string;
  to: string;
  reason: string;
  status: 'running' | 'finished' | 'failed';
  requestedBy: number;
  requestedAt: string;
  /** Null until it is finished. */
  finishedAt: string | null;
  opening: ComparedAmounts | null;
  closing: ComparedAmounts | null;
  bridge: readonly BridgeStep[];
  entries: number;
  agents: number;
  reservations: number;
  failure: string | null;
}

/** Read model `comparisons`, by id. */
export const comparisons = defineProjection<ComparisonRow, ComparisonEvent>({
  name: 'comparisons',
  version: 1,
  table: {
    columns: {
      id: 'text',
      basis: 'text',
      months: 'json',
      from: 'text',
      to: 'text',
      reason: 'text',
      status: 'text',
      requestedBy: 'integer',
      requestedAt: 'text',
      finishedAt: 'text',
      opening: 'json',
      closing: 'json',
      bridge: 'json',
      entries: 'integer',
      agents: 'integer',
      reservations: 'integer',
      failure: 'text',
    },
    primaryKey: 'id',
    indexes: ['("requestedAt")'],
  },
  keys: ({ data }) => [data.comparisonId],
  handlers: {
    ComparisonRequested: (_row, { data }, key) => ({
      id: key,
      basis: data.basis,
      months: data.months,
      from: data.from,
      to: data.to,
      reason: data.reason,
      status: 'running',
      requestedBy: data.requestedBy,
      requestedAt: data.requestedAt,
      finishedAt: null,
      opening: null,
      closing: null,
      bridge: [],
      entries: 0,
      agents: 0,
      reservations: 0,
      failure: null,
    }),
    ComparisonFinished: (row, { data: { comparisonId: _id, finishedAt, ...result } }) => ({
      ...existing(row),
      ...result,
      status: 'finished',
      finishedAt,
    }),
    ComparisonFailed: (row, { data: { comparisonId: _id, failedAt, message, ...result } }) => ({
      ...existing(row),
      ...result,
      status: 'failed',
      finishedAt: failedAt,
      failure: message,
    }),
  },
});
