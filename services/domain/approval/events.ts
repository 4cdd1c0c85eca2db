import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

const instant = z.iso.datetime();
const admin = z.int().positive();

/**
 * Stream `approval-{approvalId}`: a change that waits for an approval. Its personal data is encrypted with the stream's
 * own key, which is destroyed when the request is closed: the change itself is then in the stream that it belongs to.
 */
export const approvalEvents = {
  ApprovalRequested: z.object({
    approvalId: z.uuid(),
    /** The kind of change, e.g. `agent.bank-details`; it selects the handler that executes the change. */
    kind: z.string(),
    /** Resource and id of the record to change, e.g. `travel-agents/7`. */
    subject: z.string(),
    /** The permission that both requester and approver hold. */
    permission: z.string(),
    /** The proposed change, without personal data. */
    summary: z.string(),
    fields: z.array(z.string()),
    requestedBy: admin,
    requestedAt: instant,
    payload: z.record(z.string(), z.unknown()),
    personal: z.object({ payload: z.record(z.string(), z.unknown()) }).nullable(),
  }),
  /**
   * Only one administrator holds the permission: they may decide alone, one day later, and all administrators are
   * notified.
   */
  BreakGlassAsked: z.object({ askedBy: admin, reason: z.string(), askedAt: instant }),
  ApprovalGiven: z.object({ approvedBy: admin, reason: z.string(), byBreakGlass: z.boolean(), approvedAt: instant }),
  ApprovalRejected: z.object({ rejectedBy: admin, reason: z.string(), rejectedAt: instant }),
  ApprovalWithdrawn: z.object({ withdrawnBy: admin, reason: z.string(), withdrawnAt: instant }),
  ApprovalExecuted: z.object({ executedAt: instant }),
  /** The change was approved but no longer valid against the state at its execution. */
  ApprovalFailed: z.object({ code: z.string(), message: z.string(), failedAt: instant }),
} as const;

export type ApprovalEvent = EventsOf<typeof approvalEvents>;
