import { matchedResult, unmatchedEntry } from '@fynbos/application/payouts/bank-files/match-statement.ts';
import { acbFileEvents } from '@fynbos/domain/bank-files/acb-files.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { payoutLimits } from '@fynbos/domain/payout-limits/payout-limits.ts';
import { FILE_FORMATS, payoutRunEvents } from '@fynbos/domain/payout-run/events.ts';
import { unpaidsLayout } from '@fynbos/domain/unpaids/unpaids-layout.ts';
import { holdRow } from '@fynbos/projections/holds/holds.ts';
import { payoutLineRow } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payoutRow } from '@fynbos/projections/payouts/payouts.ts';
import { contradiction, reasonCount } from '@fynbos/projections/payouts/queries.ts';
import { runRisksSchema } from '@fynbos/projections/payouts/risks.ts';
import { z } from 'zod';

const cents = z.int();
const day = z.iso.date();
const totals = payoutRunEvents.PayoutLinesChecked.shape.kept;

/** A record of `GET /admin/payouts`. Amounts are cents. */
export const payoutAnswer = payoutRow.omit({ state: true }).extend({
  /** The approvers that the run needs besides its proposer. */
  approversNeeded: z.int(),
  needsStatedTotal: z.boolean(),
  /** Why the run is on hold; null where it is not. */
  heldFor: z.string().nullable(),
  /** Sent lines without a response of the bank. */
  openLines: z.int(),
  /** Null where no work is in progress. `of` is null where the number of chunks is not known yet. */
  progress: z.object({ step: z.string(), done: z.int(), of: z.int().nullable() }).nullable(),
});
export type Payout = z.output<typeof payoutAnswer>;

export const payoutDetailAnswer = payoutAnswer.extend({
  reasons: z.array(reasonCount.extend({ text: z.string() })),
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
  /** Lines for which the bank's responses contradict the recorded result. */
  contradictions: z.array(contradiction.extend({ text: z.string() })),
  layoutNotice: z.string(),
});
export type PayoutDetail = z.output<typeof payoutDetailAnswer>;

/** `GET /admin/payouts/{id}/risks`. `lines`: at most 100 with a risk, `largest`: ten. Amounts are cents nett. */
export const runRisksAnswer = runRisksSchema;
export type RunRisks = z.output<typeof runRisksAnswer>;

export const payoutCommandAnswer = z.object({ id: z.string(), message: z.string() });

const result = z.enum(['paid', 'failed', 'returned']);

/** `lines`: in the file. `ignored`: the first hundred that changed nothing: another result is recorded, or not sent. */
export const bankResponseAnswer = payoutCommandAnswer.extend({
  answerId: z.string(),
  lines: z.int(),
  ignoredLines: z.int(),
  ignored: z.array(
    z.object({
      agentId: z.int(),
      reference: z.string(),
      said: result,
      recorded: z.enum(['paid', 'failed', 'returned', 'NotSent']),
      text: z.string(),
    }),
  ),
});

const cashInTransit = z.object({ paidCents: cents, shownCents: cents, inTransitCents: cents, changeCents: cents });

/** `POST /admin/payouts/{id}/statement`. `unmatched` has the first 200 entries. Amounts are cents. */
export const statementMatchAnswer = z.object({
  /** Booked entries in the file, those of other business included. */
  entries: z.int(),
  results: z.array(matchedResult),
  /** Entries with a result that is recorded already. */
  recorded: z.int(),
  unmatchedEntries: z.int(),
  unmatched: z.array(unmatchedEntry),
  /** Lines without a recorded result and without an entry. */
  missing: z.int(),
  /** The run compared with bank statements, this one included (L18); null for a file without whole days. */
  transit: cashInTransit.nullable(),
});
export type StatementMatch = z.output<typeof statementMatchAnswer>;

export const payoutLineAnswer = payoutLineRow;
export type PayoutLine = z.output<typeof payoutLineAnswer>;

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
export type FileCheck = z.output<typeof fileCheckAnswer>;

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
  /** The later payout that includes rewards of a failed or returned one. */
  againIn: z.object({ id: z.string(), payDate: day, settledOn: day.nullable() }).nullable(),
});
export type OwnPayout = z.output<typeof ownPayoutAnswer>;

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
export type OwnPayoutLine = z.output<typeof ownPayoutLinesAnswer>['lines'][number];

/** A record of `GET /admin/holds`: a hold, or a signal without a decision. */
export const holdAnswer = holdRow;
export type Hold = z.output<typeof holdAnswer>;

export const holdCommandAnswer = z.object({ agentId: z.int() });

const adviceStatus = z.enum(['prepared', 'paid', 'failed', 'returned', 'dropped']);

/** `GET /verify/{token}`. Everything but `result` is null where the advice is not valid. Amounts are cents. */
export const adviceCheckAnswer = z.object({
  /** `superseded`: the advice was right when it was made; `now` says what changed. */
  result: z.enum(['valid', 'superseded', 'invalid']),
  payment: z
    .object({
      nettCents: cents,
      status: adviceStatus,
      /** The bank's day of the status; the pay date before there is one. */
      on: day,
      reference: z.string(),
      accountEnding: z.string(),
    })
    .nullable(),
  now: z.object({ status: adviceStatus, on: day.nullable() }).nullable(),
  /** The signed checkpoint that covers the record; null while none does. */
  checkpoint: z.object({ number: z.int(), signedAt: instant, fingerprint: z.string() }).nullable(),
});
export type AdviceCheck = z.output<typeof adviceCheckAnswer>;

/** `GET /admin/payout-limits`. Changes are newest first. */
export const payoutLimitsAnswer = z.object({
  limits: payoutLimits,
  changes: z.array(
    z.object({
      version: z.int(),
      limits: payoutLimits,
      setAt: instant,
      setBy: z.object({ kind: z.string(), id: z.string() }),
      reason: z.string().nullable(),
    }),
  ),
});
export type PayoutLimitsView = z.output<typeof payoutLimitsAnswer>;

/** `GET /admin/acb-files`. Files are newest first. */
export const acbFilesAnswer = z.object({
  userCode: z.string(),
  next: z.int(),
  files: z.array(acbFileEvents.AcbFileCounted),
});

/** `GET /admin/unpaids-layout`. Changes are newest first. */
export const unpaidsLayoutAnswer = unpaidsLayout.extend({
  changes: z.array(
    z.object({
      type: z.string(),
      layout: unpaidsLayout,
      setAt: instant,
      setBy: z.object({ kind: z.string(), id: z.string() }),
      reason: z.string().nullable(),
    }),
  ),
});
export type UnpaidsLayoutView = z.output<typeof unpaidsLayoutAnswer>;
