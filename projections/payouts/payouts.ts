import type { PayoutFile, PayoutRunEvent, RunEventOf, RunTotals } from '@fynbos/domain/payout-run/events.ts';
import { payoutRunDecider } from '@fynbos/domain/payout-run/payout-run.ts';
import { type BankAnswer, type PayoutRun, type ProposedRun, proposedRun } from '@fynbos/domain/payout-run/state.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/** A payout run with its totals and status; its lines are in `payout-lines`. */
export interface PayoutRow {
  id: string;
  reference: string;
  status: string;
  batch: string;
  cutOff: string;
  payDate: string;
  payeRate: number;
  minimumCents: number;
  proposedBy: string;
  proposedAt: string;
  approvedBy: string | null;
  approvedAt: string | null;
  approvalReason: string | null;
  /** Whether the approver typed the total. */
  isTotalStated: boolean;
  /** Every approval, the last one included. */
  approvals: { by: string; at: string; reason: string | null }[];
  exportedAt: string | null;
  settledAt: string | null;
  reason: string | null;
  leftOut: number;
  /** Totals: lines and cents. */
  frozen: RunTotals;
  dropped: RunTotals;
  sent: RunTotals;
  paid: RunTotals;
  failed: RunTotals;
  returned: RunTotals;
  frozenNettCents: number;
  files: PayoutFile[];
  /** The aggregate's state. */
  state: Omit<ProposedRun, 'answers'> & { answers: [string, BankAnswer][] };
  version: number;
  updatedAt: string;
}

/** The run of a row, as its commands see it. */
export const runOf = ({ state }: Pick<PayoutRow, 'state'>): ProposedRun =>
  ({ ...state, answers: new Map(state.answers) }) as ProposedRun;

const stateOf = (row: PayoutRow | null): PayoutRun => (row ? runOf(row) : payoutRunDecider.initial);

/** The row after an event, by the aggregate's own rules. */
function change(row: PayoutRow | null, event: FoldEvent<PayoutRunEvent>, key: string): PayoutRow {
  const run = proposedRun(payoutRunDecider.evolve(stateOf(row), event));
  const {
    answers,
    runId: _id,
    chunks: _c,
    checkedChunks: _k,
    releasedChunks: _r,
    lastAgentId: _l,
    coolingHours: _h,
    heldFor: _w,
    wasResumed: _v,
    corrections: _x,
    limits: _t,
    approvers: _p,
    ...shown
  } = run;
  const before = row ?? {
    approvedAt: null,
    approvalReason: null,
    isTotalStated: false,
    approvals: [],
    exportedAt: null,
    settledAt: null,
    reason: null,
  };
  return {
    ...before,
    ...shown,
    id: key,
    files: [...run.files],
    frozenNettCents: run.frozen.nettCents,
    state: { ...run, answers: [...answers] },
    version: event.revision,
    updatedAt: event.metadata.recordedAt,
  };
}

const withApproval = (
  row: PayoutRow | null,
  { approvedBy, approvedAt, reason }: RunEventOf<'PayoutRunApproved'>['data'],
): PayoutRow['approvals'] => [...(row?.approvals ?? []), { by: approvedBy, at: approvedAt, reason: reason ?? null }];

/** Read model `payouts`, by run. */
export const payouts = defineProjection<PayoutRow, PayoutRunEvent>({
  name: 'payouts',
  version: 4,
  table: {
    columns: {
      id: 'text',
      reference: 'text',
      status: 'text',
      batch: 'text',
      cutOff: 'text',
      payDate: 'text',
      payeRate: 'double precision',
      minimumCents: 'bigint',
      proposedBy: 'text',
      proposedAt: 'text',
      approvedBy: 'text',
      approvedAt: 'text',
      approvalReason: 'text',
      isTotalStated: 'boolean',
      approvals: 'json',
      exportedAt: 'text',
      settledAt: 'text',
      reason: 'text',
      leftOut: 'integer',
      frozen: 'json',
      dropped: 'json',
      sent: 'json',
      paid: 'json',
      failed: 'json',
      returned: 'json',
      frozenNettCents: 'bigint',
      files: 'json',
      state: 'json',
      version: 'integer',
      updatedAt: 'text',
    },
    primaryKey: 'id',
    indexes: ['("proposedAt")'],
  },
  keys: ({ data }) => [data.runId],
  handlers: {
    PayoutRunProposed: change,
    PayoutLinesFrozen: change,
    PayoutRunFrozen: change,
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
    PayoutRunHeld: change,
    PayoutRunResumed: change,
    PayoutLinesReleased: change,
    PayoutLinesChecked: change,
    PayoutRunExported: (row, event, key) => ({ ...change(row, event, key), exportedAt: event.data.exportedAt }),
    BankAnswerRecorded: change,
    BankAnswerTaken: change,
    PayoutLinesSettled: change,
    PayoutResultCorrected: change,
    PayoutRunSettled: (row, event, key) => ({ ...change(row, event, key), settledAt: event.data.settledAt }),
  },
});
