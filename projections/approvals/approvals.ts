import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import { defineProjection, existing, type FoldEvent } from '../engine/projection.ts';

/** A change that is or was subject to approval. It holds no personal data. */
export interface ApprovalRow {
  id: string;
  kind: string;
  subject: string;
  permission: string;
  summary: string;
  fields: readonly string[];
  status: string;
  requestedBy: number;
  requestedAt: string;
  reason: string | null;
  breakGlassAskedAt: string | null;
  decidedBy: number | null;
  decidedAt: string | null;
  decisionReason: string | null;
  failure: string | null;
  version: number;
}

const change = (row: ApprovalRow | null, event: FoldEvent, changes: Partial<ApprovalRow>): ApprovalRow => ({
  ...existing(row),
  ...changes,
  version: event.revision + 1,
});

/** Read model `approvals`, by request. */
export const approvals = defineProjection<ApprovalRow, ApprovalEvent>({
  name: 'approvals',
  version: 1,
  table: {
    columns: {
      id: 'text',
      kind: 'text',
      subject: 'text',
      permission: 'text',
      summary: 'text',
      fields: 'json',
      status: 'text',
      requestedBy: 'integer',
      requestedAt: 'text',
      reason: 'text',
      breakGlassAskedAt: 'text',
      decidedBy: 'integer',
      decidedAt: 'text',
      decisionReason: 'text',
      failure: 'text',
      version: 'integer',
    },
    primaryKey: 'id',
    indexes: ['("requestedAt", "id")', '("status", "requestedAt", "id")', '("subject", "requestedAt")'],
  },
  keys: ({ streamId }) => [streamId.slice('approval-'.length)],
  handlers: {
    ApprovalRequested: (_row, { data, metadata, revision }, key) => ({
      id: key,
      kind: data.kind,
      subject: data.subject,
      permission: data.permission,
      summary: data.summary,
      fields: data.fields,
      status: 'waiting',
      requestedBy: data.requestedBy,
      requestedAt: data.requestedAt,
      reason: metadata.reason ?? null,
      breakGlassAskedAt: null,
      decidedBy: null,
      decidedAt: null,
      decisionReason: null,
      failure: null,
      version: revision + 1,
    }),
    BreakGlassAsked: (row, event) => change(row, event, { breakGlassAskedAt: event.data.askedAt }),
    ApprovalGiven: (row, event) => {
      const { approvedBy: decidedBy, approvedAt: decidedAt, reason: decisionReason } = event.data;
      return change(row, event, { status: 'approved', decidedBy, decidedAt, decisionReason });
    },
    ApprovalRejected: (row, event) => {
      const { rejectedBy: decidedBy, rejectedAt: decidedAt, reason: decisionReason } = event.data;
      return change(row, event, { status: 'rejected', decidedBy, decidedAt, decisionReason });
    },
    ApprovalWithdrawn: (row, event) => {
      const { withdrawnBy: decidedBy, withdrawnAt: decidedAt, reason: decisionReason } = event.data;
      return change(row, event, { status: 'withdrawn', decidedBy, decidedAt, decisionReason });
    },
    ApprovalExecuted: (row, event) => change(row, event, { status: 'executed' }),
    ApprovalFailed: (row, event) => change(row, event, { status: 'failed', failure: event.data.message }),
  },
});
