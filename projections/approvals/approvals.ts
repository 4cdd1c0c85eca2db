import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A change that waits, or waited, for a second person; nothing of anybody's data is in it. */
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

const decided = (decidedBy: number, decidedAt: string, decisionReason: string) => ({
  decidedBy,
  decidedAt,
  decisionReason,
});

/** Read model `approvals`, by request. */
export const approvals: Projection<ApprovalRow, ApprovalEvent> = {
  name: 'approvals',
  version: 1,
  eventTypes: [
    'ApprovalRequested',
    'BreakGlassAsked',
    'ApprovalGiven',
    'ApprovalRejected',
    'ApprovalWithdrawn',
    'ApprovalExecuted',
    'ApprovalFailed',
  ],
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
  evolve: (row, event, key) => {
    const { type, data, metadata, revision } = event as typeof event & ApprovalEvent;
    if (type === 'ApprovalRequested') {
      const { kind, subject, permission, summary, fields, requestedBy, requestedAt } = data;
      const request = {
        id: key,
        kind,
        subject,
        permission,
        summary,
        fields,
        requestedBy,
        requestedAt,
        reason: metadata.reason ?? null,
      };
      const open = {
        status: 'waiting',
        breakGlassAskedAt: null,
        decidedBy: null,
        decidedAt: null,
        decisionReason: null,
        failure: null,
      };
      return { ...request, ...open, version: revision + 1 };
    }
    if (row === null) throw new Error('a decision without a request');
    const next = { ...row, version: revision + 1 };
    switch (type) {
      case 'BreakGlassAsked':
        return { ...next, breakGlassAskedAt: data.askedAt };
      case 'ApprovalGiven':
        return { ...next, status: 'approved', ...decided(data.approvedBy, data.approvedAt, data.reason) };
      case 'ApprovalRejected':
        return { ...next, status: 'rejected', ...decided(data.rejectedBy, data.rejectedAt, data.reason) };
      case 'ApprovalWithdrawn':
        return { ...next, status: 'withdrawn', ...decided(data.withdrawnBy, data.withdrawnAt, data.reason) };
      case 'ApprovalExecuted':
        return { ...next, status: 'executed' };
      case 'ApprovalFailed':
        return { ...next, status: 'failed', failure: data.message };
    }
  },
};
