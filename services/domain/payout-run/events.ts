import { z } from 'zod';
import { adminIdText, amounts, type EventsOf, instant } from '../event-schema.ts';
import { payoutLimits } from '../payout-limits/payout-limits.ts';
import { rewardPolicyTerms } from '../reward-policy/events.ts';
import { LEFT_OUT_REASONS } from './reasons.ts';

const day = z.iso.date();
const run = z.object({ runId: z.string() });
const approval = run.extend({
  approvedBy: adminIdText,
  approvedAt: instant,
  reason: z.string().optional(),
  statedNettCents: z.int().optional(),
});
const totals = amounts.extend({ lines: z.int() });
const line = amounts.extend({ agentId: z.int(), rewards: z.int(), treatment: z.string() });
/** `reason`: the recorded result. `said`: the result of the response; absent in events of earlier releases. */
const ignored = z.object({
  agentId: z.int(),
  reason: z.string(),
  said: z.enum(['paid', 'failed', 'returned']).optional(),
});

export const FILE_FORMATS = ['csv', 'binsol', 'acb', 'cross-border'] as const;
const file = z.object({
  format: z.enum(FILE_FORMATS),
  name: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  lines: z.int(),
});

/** Stream `payout-run-{id}`. Lines come in chunks, so that an event stays small however large the run is. */
export const payoutRunEvents = {
  PayoutRunProposed: run.extend({
    /** Short and readable; printed on bank statements. */
    reference: z.string(),
    batch: z.enum(['eft', 'cross-border']),
    cutOff: day,
    payDate: day,
    policyVersion: z.int(),
    payeRate: z.number(),
    minimumCents: z.int(),
    coolingHours: z.int(),
    treatmentCountries: rewardPolicyTerms.shape.treatmentCountries,
    /** The limits of the run (O24); absent in runs of earlier releases, which need one approver. */
    limits: payoutLimits
      .pick({ approverBands: true, statedTotalFromCents: true })
      .extend({ itemCents: z.int() })
      .optional(),
    proposedBy: adminIdText,
    proposedAt: instant,
  }),
  /** The agents after the previous chunk, up to `lastAgentId`: lines, and those left out with their reason. */
  PayoutLinesFrozen: run.extend({
    chunk: z.int(),
    lastAgentId: z.int(),
    lines: z.array(line),
    leftOut: z.array(z.object({ agentId: z.int(), reason: z.enum(LEFT_OUT_REASONS), balanceCents: z.int() })),
  }),
  PayoutRunFrozen: run.extend({ frozenAt: instant }),
  /** One of several approvals that a large run needs. The last one is `PayoutRunApproved`. */
  PayoutRunApprovalGiven: approval,
  /** `statedNettCents`: the total that the approver typed. */
  PayoutRunApproved: approval,
  /** `bankStatementChecked`: a person stated that the bank statement shows no payment of the held run (O16). */
  PayoutRunCancelled: run.extend({
    cancelledBy: adminIdText,
    reason: z.string(),
    cancelledAt: instant,
    bankStatementChecked: z.literal(true).optional(),
  }),
  /** After a restore it is unknown whether the run went to the bank: a person must resume it. Reservations remain. */
  PayoutRunHeld: run.extend({ reason: z.string(), heldAt: instant }),
  PayoutRunResumed: run.extend({ resumedBy: adminIdText, reason: z.string(), resumedAt: instant }),
  /** The reservations of a frozen chunk's accounts are released. */
  PayoutLinesReleased: run.extend({ chunk: z.int() }),
  /** Lines that changed since the freeze are dropped. */
  PayoutLinesChecked: run.extend({
    chunk: z.int(),
    kept: totals,
    dropped: z.array(line.extend({ reason: z.string() })),
    /** The version of the chunk's written files (docs/decisions/0014); absent where an earlier release wrote them. */
    edition: z.string().optional(),
  }),
  /** `edition`: the version of the written header and trailer. */
  PayoutRunExported: run.extend({ files: z.array(file), exportedAt: instant, edition: z.string().optional() }),
  /** Counts once the whole response is accepted. */
  BankAnswerRecorded: run.extend({
    answerId: z.string(),
    part: z.int(),
    outcomes: z.array(
      z.object({ agentId: z.int(), outcome: z.enum(['paid', 'failed', 'returned']), reason: z.string().nullable() }),
    ),
  }),
  /** `rest`: whether lines that the response does not name are paid, or stay open. `on`: the bank's day. */
  BankAnswerTaken: run.extend({
    answerId: z.string(),
    parts: z.int(),
    rest: z.enum(['paid', 'open']),
    on: day,
    takenBy: adminIdText,
    takenAt: instant,
  }),
  /** The effect on a chunk. `ignored`: lines that already had this result or were never sent. */
  PayoutLinesSettled: run.extend({
    answerId: z.string(),
    chunk: z.int(),
    on: day,
    paid: z.array(line),
    failed: z.array(line.extend({ reason: z.string() })),
    returned: z.array(line.extend({ reason: z.string() })),
    ignored: z.array(ignored),
  }),
  /** Approved (O18). `on`: the bank's day. Negative totals of `from` and positive ones of `to`. */
  PayoutResultCorrected: run.extend({
    correctionId: z.string(),
    on: day,
    line,
    from: z.enum(['paid', 'failed', 'returned']),
    to: z.enum(['paid', 'failed']),
    reason: z.string(),
    correctedBy: adminIdText,
    correctedAt: instant,
  }),
  /**
   * Payments on record against statements (L18). `days`: payments less returns by day, for all statements so far.
   * `changeCents`: the new cash in transit less the previous one.
   */
  CashInTransitBooked: run.extend({
    days: z.array(z.object({ on: day, nettCents: z.int() })),
    inTransitCents: z.int(),
    changeCents: z.int(),
    bookedOn: day,
    bookedBy: adminIdText,
    bookedAt: instant,
  }),
  /** Every line that was sent is paid or failed. The bank may still return a payment. */
  PayoutRunSettled: run.extend({ settledAt: instant }),
} as const;

export type PayoutRunEvent = EventsOf<typeof payoutRunEvents>;
export type RunEventOf<Type extends PayoutRunEvent['type']> = Extract<PayoutRunEvent, { type: Type }>;
export type PayoutLine = z.output<typeof line>;
export type RunTotals = z.output<typeof totals>;
export type FileFormat = (typeof FILE_FORMATS)[number];
export type PayoutFile = z.output<typeof file>;
export type BankOutcome = RunEventOf<'BankAnswerRecorded'>['data']['outcomes'][number];
