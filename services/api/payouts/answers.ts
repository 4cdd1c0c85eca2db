import { FILE_FORMATS, payoutRunEvents } from '@fynbos/domain/payout-run/events.ts';
import { z } from 'zod';

const cents = z.int();
const instant = z.iso.datetime();
const day = z.iso.date();
const totals = payoutRunEvents.PayoutLinesChecked.shape.kept;

/** A record of `GET /admin/payouts`. Amounts are cents. */
export const payoutAnswer = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(['freezing', 'frozen', 'approved', 'exported', 'settled', 'cancelling', 'cancelled']),
  batch: z.enum(['eft', 'cross-border']),
  cutOff: day,
  payDate: day,
  payeRate: z.number(),
  minimumCents: cents,
  proposedBy: z.string(),
  proposedAt: instant,
  approvedBy: z.string().nullable(),
  approvedAt: instant.nullable(),
  exportedAt: instant.nullable(),
  settledAt: instant.nullable(),
  reason: z.string().nullable(),
  /** Agents without a line. */
  leftOut: z.int(),
  frozen: totals,
  dropped: totals,
  sent: totals,
  paid: totals,
  failed: totals,
  returned: totals,
  frozenNettCents: cents,
  files: payoutRunEvents.PayoutRunExported.shape.files,
  version: z.int(),
  updatedAt: instant,
  /** Why the run is on hold; null where it is not. */
  heldFor: z.string().nullable(),
  /** Sent lines without an answer of the bank. */
  openLines: z.int(),
  /** Null where no work is in progress. `of` is null where the number of chunks is not known yet. */
  progress: z.object({ step: z.string(), done: z.int(), of: z.int().nullable() }).nullable(),
});

/** `GET /admin/payouts/{id}`. */
export const wholePayoutAnswer = payoutAnswer.extend({
  reasons: z.array(
    z.object({ state: z.string(), reason: z.string(), agents: z.int(), nettCents: cents, text: z.string() }),
  ),
  /** The run before of the same batch, with the differences to it. */
  previous: z
    .object({
      id: z.string(),
      reference: z.string(),
      payDate: day,
      frozen: totals,
      linesMore: z.int(),
      nettCentsMore: cents,
    })
    .nullable(),
  layoutNotice: z.string(),
});

/** The answer of every command to a payout run. */
export const payoutCommandAnswer = z.object({ id: z.string(), message: z.string() });

/** `POST /admin/payouts/{id}/answer`. `lines` is the number of lines in the file. */
export const bankAnswerTaken = payoutCommandAnswer.extend({ answerId: z.string(), lines: z.int() });

/** A record of `GET /admin/payout-lines`. */
export const payoutLineAnswer = z.object({
  id: z.string(),
  runId: z.string(),
  agentId: z.int(),
  state: z.enum(['frozen', 'dropped', 'paid', 'failed', 'returned', 'left-out']),
  reason: z.string().nullable(),
  grossCents: cents,
  payeCents: cents,
  nettCents: cents,
  rewards: z.int(),
  treatment: z.string().nullable(),
  settledOn: day.nullable(),
  updatedAt: instant,
});

/** `GET /admin/payouts/{id}/files/{format}/check`. `lines` and `cents` are read from the file where it can be read. */
export const fileCheckAnswer = z.object({
  format: z.enum(FILE_FORMATS),
  name: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  lines: z.int(),
  cents,
  errors: z.array(z.string()),
  layoutNotice: z.string(),
});

/** A record of `GET /agent/payouts`. */
export const ownPayoutAnswer = z.object({
  id: z.string(),
  reference: z.string(),
  payDate: day,
  state: z.enum(['frozen', 'paid', 'failed', 'returned']),
  reason: z.string().nullable(),
  grossCents: cents,
  payeCents: cents,
  nettCents: cents,
  treatment: z.string().nullable(),
  rewards: z.int(),
  settledOn: day.nullable(),
  /** The state in words. */
  status: z.string(),
});

/** `GET /agent/payouts/{runId}`. */
export const ownPayoutLinesAnswer = z.object({
  lines: z.array(
    z.object({
      what: z.enum(['reward', 'correction']),
      /** The reservation number of a reward, the reason of a correction. */
      name: z.string(),
      detail: z.string(),
      grossCents: cents,
      payeCents: cents,
      nettCents: cents,
    }),
  ),
});

/** A record of `GET /admin/holds`: a hold, or a signal without a decision. */
export const holdAnswer = z.object({
  id: z.string(),
  agentId: z.int(),
  holdId: z.string(),
  /** `Finance` for a hold without a signal. */
  signal: z.string(),
  reason: z.string(),
  placedOn: day,
  placedBy: z.string(),
  status: z.enum(['flagged', 'open', 'released', 'dismissed']),
  /** Null for a hold without a signal. */
  finding: z.string().nullable(),
  /** Reservation numbers. */
  evidence: z.array(z.string()),
  releasedOn: day.nullable(),
  releasedBy: z.string().nullable(),
  releaseReason: z.string().nullable(),
  updatedAt: instant,
});

/** The answer of every command to a hold or a signal. */
export const holdCommandAnswer = z.object({ agentId: z.int() });
