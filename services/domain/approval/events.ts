import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

const instant = z.iso.datetime();
const admin = z.int().positive();

/**
 * Stream `approval-{approvalId}`: a change that waits for a second person. What of it is personal is sealed under the
 * stream's own key, which is destroyed when the request is over: the change itself then stands in the stream it belongs to.
 */
export const approvalEvents = {
  ApprovalRequested: z.object({
    approvalId: z.uuid(),
    /** Which kind of change, e.g. `agent.bank-details`; the program that carries it out is found by it. */
    kind: z.string(),
    /** Resource and id of what would change, e.g. `travel-agents/7`. */
    subject: z.string(),
    /** The permission that both persons hold. */
    permission: z.string(),
    /** What would change, without anybody's data. */
    summary: z.string(),
    fields: z.array(z.string()),
    requestedBy: admin,
    requestedAt: instant,
    payload: z.record(z.string(), z.unknown()),
    personal: z.object({ payload: z.record(z.string(), z.unknown()) }).nullable(),
  }),
  /** Only one person holds the permission: they may decide themselves, a day later, with everybody told. */
  BreakGlassAsked: z.object({ askedBy: admin, reason: z.string(), askedAt: instant }),
  ApprovalGiven: z.object({ approvedBy: admin, reason: z.string(), byBreakGlass: z.boolean(), approvedAt: instant }),
  ApprovalRejected: z.object({ rejectedBy: admin, reason: z.string(), rejectedAt: instant }),
  ApprovalWithdrawn: z.object({ withdrawnBy: admin, reason: z.string(), withdrawnAt: instant }),
  ApprovalExecuted: z.object({ executedAt: instant }),
  /** Approved, but the change no longer held against the state of then. */
  ApprovalFailed: z.object({ code: z.string(), message: z.string(), failedAt: instant }),
} as const;

export type ApprovalEvent = EventsOf<typeof approvalEvents>;
