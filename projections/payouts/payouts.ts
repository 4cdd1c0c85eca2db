import { instant } from '@fynbos/domain/event-schema.ts';
import { type PayoutRunEvent, payoutRunEvents, type RunEventOf } from '@fynbos/domain/payout-run/events.ts';
import { payoutRunDecider } from '@fynbos/domain/payout-run/payout-run.ts';
import {
  type BankResponse,
  NO_PROGRESS,
  type PayoutRun,
  type ProposedRun,
  proposedRun,
} from '@fynbos/domain/payout-run/state.ts';
import { z } from 'zod';
import { blankRow, json } from '../engine/columns.ts';
import { defineProjection, type FoldEvent, handleAll, typesOf } from '../engine/projection.ts';

const totals = payoutRunEvents.PayoutLinesChecked.shape.kept;

/** The aggregate's state with the names of earlier releases: during an update, processes of both read a row. */
type StoredRun = Omit<ProposedRun, 'responses'> & {
  readonly answers: readonly [string, Omit<BankResponse, 'isAccepted'> & { readonly isTaken: boolean }][];
};

/** A payout run with its totals and status; its lines are in `payout-lines`. */
export const payoutRow = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(['freezing', 'frozen', 'approved', 'exported', 'settled', 'cancelling', 'cancelled']),
  batch: z.enum(['eft', 'cross-border']),
  cutOff: z.iso.date(),
  payDate: z.iso.date(),
  payeRate: z.number(),
  minimumCents: z.int(),
  proposedBy: z.string(),
  proposedAt: instant,
  approvedBy: z.string().nullable(),
  approvedAt: instant.nullable(),
  approvalReason: z.string().nullable(),
  /** Whether the approver typed the total. */
  isTotalStated: z.boolean(),
  /** Every approval, the last one included. */
  approvals: z.array(z.object({ by: z.string(), at: instant, reason: z.string().nullable() })),
  exportedAt: instant.nullable(),
  settledAt: instant.nullable(),
  reason: z.string().nullable(),
  /** Agents without a line. */
  leftOut: z.int32(),
  /** Totals: lines and cents. */
  frozen: totals,
  dropped: totals,
  sent: totals,
  paid: totals,
  failed: totals,
  returned: totals,
  frozenNettCents: z.int(),
  files: payoutRunEvents.PayoutRunExported.shape.files,
  /** The aggregate's state. */
  state: json<StoredRun>(),
  version: z.int32(),
  updatedAt: instant,
});
export type PayoutRow = z.output<typeof payoutRow>;

/** The run of a row, as its commands see it. Rows of earlier releases lack the fields that were empty. */
export function runOf({ state: { answers, ...state } }: Pick<PayoutRow, 'state'>): ProposedRun {
  const responses = answers.map(
    ([id, { isTaken, ...response }]) => [id, { ...response, isAccepted: isTaken }] as const,
  );
  return { ...NO_PROGRESS, ...state, responses: new Map(responses) } as ProposedRun;
}

function storedOf({ responses, ...run }: ProposedRun): StoredRun {
  const answers = [...responses].map(([id, { isAccepted, ...response }]): StoredRun['answers'][number] => [
    id,
    { ...response, isTaken: isAccepted },
  ]);
  return { ...run, answers };
}

const stateOf = (row: PayoutRow | null): PayoutRun => (row ? runOf(row) : payoutRunDecider.initial);

/** The row after an event, by the aggregate's own rules. */
function change(row: PayoutRow | null, event: FoldEvent<PayoutRunEvent>, key: string): PayoutRow {
  const run = proposedRun(payoutRunDecider.evolve(stateOf(row), event));
  const shown = Object.entries(run).filter(([field]) => field in payoutRow.shape);
  return {
    ...(row ?? blankRow(payoutRow)),
    ...Object.fromEntries(shown),
    id: key,
    files: [...run.files],
    frozenNettCents: run.frozen.nettCents,
    state: storedOf(run),
    version: event.revision,
    updatedAt: event.metadata.recordedAt,
  };
}

const withApproval = (
  row: PayoutRow | null,
  { approvedBy, approvedAt, reason }: RunEventOf<'PayoutRunApproved'>['data'],
): PayoutRow['approvals'] => [...(row?.approvals ?? []), { by: approvedBy, at: approvedAt, reason: reason ?? null }];

export const payouts = defineProjection<PayoutRow, PayoutRunEvent>({
  name: 'payouts',
  version: 7,
  row: payoutRow,
  primaryKey: 'id',
  indexes: ['("proposedAt")'],
  keys: ({ data }) => [data.runId],
  handlers: {
    ...handleAll(typesOf(payoutRunEvents), change),
    PayoutRunApprovalGiven: (row, event, key) => ({
      ...change(row, event, key),
      approvals: withApproval(row, event.data),
    }),
    PayoutRunApproved: (row, event, key) => ({
      ...change(row, event, key),
      approvals: withApproval(row, event.data),
      approvedAt: event.data.approvedAt,
      approvalReason: event.data.reason ?? null,
      isTotalStated: event.data.statedNettCents !== undefined,
    }),
    PayoutRunCancelled: (row, event, key) => ({ ...change(row, event, key), reason: event.data.reason }),
    PayoutRunExported: (row, event, key) => ({ ...change(row, event, key), exportedAt: event.data.exportedAt }),
    PayoutRunSettled: (row, event, key) => ({ ...change(row, event, key), settledAt: event.data.settledAt }),
  },
});
