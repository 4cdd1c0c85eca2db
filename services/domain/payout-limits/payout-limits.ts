import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { fieldError } from '../errors.ts';
import type { EventsOf } from '../event-schema.ts';
import { type Cents, MAX_CENTS } from '../money.ts';
import type { CodeOf } from '../refusal-codes.ts';

/** The approvers needed from this nett total on, besides the proposer. */
const approverBand = z.object({ fromNettCents: z.int(), approvers: z.int() });

/** Cents nett. */
export const payoutLimits = z.object({
  /** Ascending. A run below all bands needs one approver. */
  approverBands: z.array(approverBand),
  /** From this nett total on, each approver types the total. */
  statedTotalFromCents: z.int(),
  /** The largest payment to one agent in an ordinary EFT file, and in a cross-border list. */
  eftItemCents: z.int(),
  crossBorderItemCents: z.int(),
});
export type PayoutLimits = z.output<typeof payoutLimits>;
type ApproverBand = z.output<typeof approverBand>;

export const payoutLimitsEvents = {
  /** Counts for runs that are proposed from now on. */
  PayoutLimitsSet: z.object({ version: z.int(), limits: payoutLimits }),
} as const;

export type PayoutLimitsEvent = EventsOf<typeof payoutLimitsEvents>;

export const PAYOUT_LIMITS_STREAM = 'payout-limits';

/** The most approvers that a run can need. */
export const MAX_APPROVERS = 5;

/** The limits until finance sets others (O24). `itemCents`: the configured limit of one payment. */
export const initialLimits = (itemCents: Cents): PayoutLimits => ({
  approverBands: [{ fromNettCents: 500_000_00, approvers: 2 }],
  statedTotalFromCents: 500_000_00,
  eftItemCents: itemCents,
  crossBorderItemCents: itemCents,
});

/** Approvers besides the proposer for a run of this nett total (O24). */
export function approversFor(nettCents: Cents, bands: readonly ApproverBand[]): number {
  let needed = 1;
  for (const { fromNettCents, approvers } of bands) if (nettCents >= fromNettCents) needed = approvers;
  return needed;
}

interface PayoutLimitsState {
  readonly version: number;
  /** Null until finance sets limits. */
  readonly limits: PayoutLimits | null;
}

interface SetPayoutLimits {
  readonly type: 'SetPayoutLimits';
  readonly limits: PayoutLimits;
}

const AMOUNT_FIELDS = ['statedTotalFromCents', 'eftItemCents', 'crossBorderItemCents'] as const;
const isAmount = (cents: Cents): boolean => Number.isSafeInteger(cents) && cents > 0 && cents <= MAX_CENTS;

/** Throws `payout-limits.{field}`. */
export function checkLimits({ approverBands, ...amounts }: PayoutLimits): void {
  const refuse = (field: CodeOf<'payout-limits'>, message: string) =>
    fieldError(`payout-limits.${field}`, field, message);
  for (const field of AMOUNT_FIELDS)
    if (!isAmount(amounts[field])) throw refuse(field, 'Must be more than zero and at most R999 999 999.99.');
  let before: ApproverBand = { fromNettCents: 0, approvers: 1 };
  for (const band of approverBands) {
    if (!isAmount(band.fromNettCents) || band.fromNettCents <= before.fromNettCents)
      throw refuse('approverBands', 'Each band must begin at a larger amount than the one before.');
    if (!Number.isInteger(band.approvers) || band.approvers <= before.approvers || band.approvers > MAX_APPROVERS)
      throw refuse(
        'approverBands',
        `Each band must need more approvers than the one before, and at most ${MAX_APPROVERS}.`,
      );
    before = band;
  }
}

/** Rejects as `checkLimits` (O24, O17). */
export const payoutLimitsDecider: Decider<PayoutLimitsState, SetPayoutLimits, PayoutLimitsEvent> = {
  name: 'payout-limits',
  initial: { version: 0, limits: null },
  decide({ limits }, state) {
    checkLimits(limits);
    if (JSON.stringify(limits) === JSON.stringify(state.limits)) return [];
    return [{ type: 'PayoutLimitsSet', data: { version: state.version + 1, limits } }];
  },
  evolve: (_state, { data }) => data,
};
