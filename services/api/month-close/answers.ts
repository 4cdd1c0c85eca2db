import { CAUSES, type Cause } from '@fynbos/domain/comparison/causes.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { CLOSE_STEP_NAMES, monthCloseEvents } from '@fynbos/domain/month-close/events.ts';
import { z } from 'zod';

const cents = z.int();
const status = z.enum(['running', 'open', 'closed']);

/** A month in `GET /admin/month-closes`. */
export const monthAnswer = z.object({
  month: z.string(),
  status,
  /** Steps that are signed off on their present figures; as of an instant, those that had a sign-off. */
  signedOff: z.int(),
  steps: z.int(),
  /** Balances owed at the end of a closed month, cents nett. */
  closingCents: cents.nullable(),
  closedAt: instant.nullable(),
  requestedByName: z.string().nullable(),
  approvedByName: z.string().nullable(),
});

const closeStep = z.object({
  step: z.enum(CLOSE_STEP_NAMES),
  title: z.string(),
  state: z.enum(['ready', 'attention', 'blocked']),
  text: z.string(),
  figures: z.array(z.object({ label: z.string(), value: z.string() })),
  page: z.string(),
  digest: z.string(),
  owner: z.int().nullable(),
  ownerName: z.string().nullable(),
  signedByName: z.string().nullable(),
  signedAt: instant.nullable(),
  note: z.string(),
  /** The step is signed off, and its figures are still those of the sign-off. */
  isSignedOff: z.boolean(),
  /** The step was signed off on other figures. */
  isChanged: z.boolean(),
});

/** `GET /admin/month-closes/{month}`. Amounts are cents. */
export const monthCloseAnswer = monthAnswer.extend({
  from: z.iso.date(),
  to: z.iso.date(),
  openingCents: cents,
  closingCents: cents,
  reason: z.string().nullable(),
  evidence: monthCloseEvents.MonthClosed.shape.evidence,
  steps: z.array(closeStep),
  latePostings: z.array(
    z.object({
      id: z.string(),
      belongsTo: z.string().nullable(),
      /** The month to which the entries belong was closed when they were posted. */
      isClosedMonth: z.boolean(),
      cause: z.enum(Object.keys(CAUSES) as [Cause, ...Cause[]]),
      label: z.string(),
      entries: z.int(),
      grossCents: cents,
      payeCents: cents,
      nettCents: cents,
    }),
  ),
  /** The request to close or reopen the month that waits for approval. */
  waitingApprovalId: z.string().nullable(),
  /** The administrators who can own a step. */
  people: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type MonthClose = z.output<typeof monthCloseAnswer>;
