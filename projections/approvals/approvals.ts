import { approvalIdOf } from '@fynbos/domain/approval/approval.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { blankRow } from '../engine/columns.ts';
import { defineProjection, type FoldEvent, requireRow } from '../engine/projection.ts';

/** A change that is or was subject to approval. It holds no personal data. */
export const approvalRow = z.object({
  id: z.string(),
  kind: z.string(),
  /** Resource and id of the record that would change. */
  subject: z.string(),
  permission: z.string(),
  summary: z.string(),
  fields: z.array(z.string()),
  status: z.enum(['waiting', 'approved', 'executed', 'failed', 'rejected', 'withdrawn']),
  requestedBy: z.int32(),
  requestedAt: instant,
  reason: z.string().nullable(),
  breakGlassAskedAt: instant.nullable(),
  decidedBy: z.int32().nullable(),
  decidedAt: instant.nullable(),
  decisionReason: z.string().nullable(),
  failure: z.string().nullable(),
  version: z.int32(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

const change = (row: ApprovalRow | null, event: FoldEvent, changes: Partial<ApprovalRow>): ApprovalRow => ({
  ...requireRow(row),
  ...changes,
  version: event.revision + 1,
});

export const approvals = defineProjection<ApprovalRow, ApprovalEvent>({
  name: 'approvals',
  version: 1,
  row: approvalRow,
  primaryKey: 'id',
  indexes: ['("requestedAt", "id")', '("status", "requestedAt", "id")', '("subject", "requestedAt")'],
  keys: ({ streamId }) => [approvalIdOf(streamId)],
  handlers: {
    ApprovalRequested: (_row, { data, metadata, revision }, key) => ({
      ...blankRow(approvalRow),
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
