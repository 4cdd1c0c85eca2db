import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

const admin = z.int().positive();
const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

/**
 * Stream `approval-{approvalId}`. `personal` is encrypted with the stream's own key, destroyed when the request is
 * closed. What was requested stays readable in `changes` and `sealedChanges` (X7).
 */
export const approvalEvents = {
  ApprovalRequested: z.object({
    approvalId: z.uuid(),
    /** The kind of change, e.g. `agent.bank-details`; it selects the handler that executes the change. */
    kind: z.string(),
    subject: z.string(),
    /** Both requester and approver hold it. */
    permission: z.string(),
    /** The proposed change, without personal data. */
    summary: z.string(),
    fields: z.array(z.string()),
    requestedBy: admin,
    requestedAt: instant,
    payload: z.record(z.string(), z.unknown()),
    personal: z.object({ payload: z.record(z.string(), z.unknown()) }).nullable(),
    /** The fields without personal data as the request compared them. Absent in requests of older releases. */
    changes: z.array(fieldChange).optional(),
    /**
     * JSON of the personal fields, encrypted under the key of the person concerned, so readable until their erasure.
     */
    sealedChanges: z.object({ subject: z.string(), text: z.string() }).optional(),
  }),
  /** The only holder of the permission may decide alone, one day later; all administrators are notified. */
  BreakGlassAsked: z.object({ askedBy: admin, reason: z.string(), askedAt: instant }),
  ApprovalGiven: z.object({ approvedBy: admin, reason: z.string(), byBreakGlass: z.boolean(), approvedAt: instant }),
  ApprovalRejected: z.object({ rejectedBy: admin, reason: z.string(), rejectedAt: instant }),
  ApprovalWithdrawn: z.object({ withdrawnBy: admin, reason: z.string(), withdrawnAt: instant }),
  ApprovalExecuted: z.object({ executedAt: instant }),
  /** The change was approved but no longer valid against the state at its execution. */
  ApprovalFailed: z.object({ code: z.string(), message: z.string(), failedAt: instant }),
} as const;

export type ApprovalEvent = EventsOf<typeof approvalEvents>;
