import type { CloseEvidence, CloseFigure, CloseStep, MonthCloseEvent } from '@fynbos/domain/month-close/events.ts';
import { z } from 'zod';
import { blankRow, json } from '../engine/columns.ts';
import { defineProjection, requireRow } from '../engine/projection.ts';

/** A step of a month: its owner, and its sign-off in force. Administrators are named by their id. */
export interface CloseStepRow {
  owner: number | null;
  signedBy: number | null;
  signedAt: string | null;
  digest: string | null;
  figures: readonly CloseFigure[];
  note: string;
}

/** The closing of a month. Amounts are cents; instants are ISO 8601 UTC. */
export const monthCloseRow = z.object({
  month: z.string(),
  status: z.enum(['open', 'closed']),
  steps: json<Partial<Record<CloseStep, CloseStepRow>>>(),
  openingCents: z.int().nullable(),
  closingCents: z.int().nullable(),
  evidence: json<readonly CloseEvidence[]>(),
  requestedBy: z.int32().nullable(),
  approvedBy: z.int32().nullable(),
  reason: z.string().nullable(),
  closedAt: z.string().nullable(),
});
export type MonthCloseRow = z.output<typeof monthCloseRow>;

const begin = (month: string): MonthCloseRow => ({
  ...blankRow(monthCloseRow),
  month,
  status: 'open',
  steps: {},
  evidence: [],
});
const UNSIGNED = { signedBy: null, signedAt: null, digest: null, figures: [], note: '' } as const;

/** The row with changes of one step. */
function withStep(
  row: MonthCloseRow | null,
  month: string,
  step: CloseStep,
  changes: Partial<CloseStepRow>,
): MonthCloseRow {
  const before = row ?? begin(month);
  const current = before.steps[step] ?? { owner: null, ...UNSIGNED };
  return { ...before, steps: { ...before.steps, [step]: { ...current, ...changes } } };
}

export const monthCloses = defineProjection<MonthCloseRow, MonthCloseEvent>({
  name: 'month-closes',
  version: 1,
  row: monthCloseRow,
  primaryKey: 'month',
  keys: ({ data }) => [data.month],
  handlers: {
    MonthStepAssigned: (row, { data: { step, owner } }, key) => withStep(row, key, step, { owner }),
    MonthStepSignedOff: (row, { data: { step, signedBy, signedAt, digest, figures, note } }, key) =>
      withStep(row, key, step, { signedBy, signedAt, digest, figures, note }),
    MonthStepReopened: (row, { data: { step } }, key) => withStep(row, key, step, UNSIGNED),
    MonthClosed: (row, { data: { month: _month, ...closed } }) => ({ ...requireRow(row), ...closed, status: 'closed' }),
    MonthReopened: (row, _event, key) => {
      const { steps } = requireRow(row);
      const reopened = Object.entries(steps).map(([step, { owner }]) => [step, { owner, ...UNSIGNED }]);
      return { ...begin(key), steps: Object.fromEntries(reopened) };
    },
  },
});
