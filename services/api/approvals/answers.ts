import { z } from 'zod';

const instant = z.iso.datetime();

/** A record of `GET /admin/approvals`. */
export const approvalAnswer = z.object({
  id: z.string(),
  kind: z.string(),
  /** Resource and id of the record that would change. */
  subject: z.string(),
  permission: z.string(),
  summary: z.string(),
  fields: z.array(z.string()),
  status: z.enum(['waiting', 'approved', 'executed', 'failed', 'rejected', 'withdrawn']),
  requestedBy: z.int(),
  requestedAt: instant,
  reason: z.string().nullable(),
  breakGlassAskedAt: instant.nullable(),
  decidedBy: z.int().nullable(),
  decidedAt: instant.nullable(),
  decisionReason: z.string().nullable(),
  failure: z.string().nullable(),
  version: z.int(),
  requestedByName: z.string(),
  decidedByName: z.string().nullable(),
});

/** `GET /admin/approvals/{id}`. The fields of `payload` and `personal` depend on the kind of change. */
export const wholeApprovalAnswer = approvalAnswer.extend({
  payload: z.record(z.string(), z.unknown()),
  /** Masked; empty where there is none, and after the decision. */
  personal: z.record(z.string(), z.unknown()),
  /** Empty for a closed request, for a past moment, and for kinds without a comparison. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), masked: z.boolean() })),
  /** Why the change cannot be executed; null where nothing prevents it. */
  obstacle: z.string().nullable(),
});
