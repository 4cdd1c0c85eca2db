import { requestEffect } from '@fynbos/application/approvals/effect.ts';
import { maskedChange } from '@fynbos/application/audit/changes.ts';
import { approvalRow } from '@fynbos/projections/approvals/approvals.ts';
import { recentChange } from '@fynbos/projections/audit-log/queries.ts';
import { payeeChecksSchema } from '@fynbos/projections/payouts/payee-checks.ts';
import { z } from 'zod';

export const approvalAnswer = approvalRow.extend({
  requestedByName: z.string(),
  decidedByName: z.string().nullable(),
});
export type Approval = z.output<typeof approvalAnswer>;

/** `GET /admin/approvals/{id}`. The fields of `payload` and `personal` depend on the kind of change. */
export const approvalDetailAnswer = approvalAnswer.extend({
  payload: z.record(z.string(), z.unknown()),
  /** Masked; empty where there is none, and after the decision. */
  personal: z.record(z.string(), z.unknown()),
  /** Empty for a closed request, for a past moment, and for kinds without a comparison. */
  changes: z.array(maskedChange),
  /** The fields as the request compared them when it was made, masked; kept for ever (X7). */
  asRequested: z.array(maskedChange),
  /** Why the change cannot be executed; null where nothing prevents it. */
  obstacle: z.string().nullable(),
  /** The administrators who can decide about an open request; empty for a closed one. */
  approvers: z.array(z.object({ id: z.int(), name: z.string() })),
  /** What people changed on the same record in the 90 days before the request, newest first, at most 20. */
  recentChanges: z.array(
    recentChange.extend({ actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }) }),
  ),
});
export type ApprovalDetail = z.output<typeof approvalDetailAnswer>;

/** `GET /admin/approvals/{id}/checks`. Amounts are cents. */
export const correctionChecksAnswer = z.object({
  grossCents: z.int(),
  /** Null where the agent is unknown. */
  agent: payeeChecksSchema.nullable(),
});
export type CorrectionChecks = z.output<typeof correctionChecksAnswer>;

export const effectAnswer = requestEffect;
export type RequestEffect = z.output<typeof effectAnswer>;
