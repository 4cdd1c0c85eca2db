import type { Amounts } from '../amounts.ts';
import { amountsOnly, minus, plus, sameAmounts, taxedAt, ZERO } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import type { AccountEventOf, AdjustmentReason, PaidAdjustment } from './events.ts';
import type { Adjustment, RewardsAccount } from './state.ts';

/** The amounts of an adjustment: at the rate of its payment once it is paid, as booked before that. */
function asItCounts(state: RewardsAccount, adjustment: Adjustment): Amounts {
  const { payeRate, runId, state: at } = adjustment;
  if (at !== 'settled' || payeRate === null || runId === null) return amountsOnly(adjustment);
  const rate =
    state.reservation?.runId === runId ? state.reservation.treatment.rate : state.payouts.get(runId)?.treatment.rate;
  return rate === undefined || rate === payeRate ? amountsOnly(adjustment) : taxedAt(adjustment, rate);
}

/** The corrections of a reservation by the rate at which they will be taxed; null where their PAYE is final. */
function byRate(state: RewardsAccount, reservationNo: string): Map<number | null, Amounts> {
  const sums = new Map<number | null, Amounts>();
  for (const adjustmentId of state.corrections.get(reservationNo) ?? []) {
    const adjustment = state.adjustments.get(adjustmentId);
    if (!adjustment) continue;
    const rate = adjustment.state === 'settled' ? null : adjustment.payeRate;
    sums.set(rate, plus(sums.get(rate) ?? ZERO, asItCounts(state, adjustment)));
  }
  return sums;
}

/** The sum of finance's corrections of a reservation less their reversals, in cents. */
export const correctedBy = (state: RewardsAccount, reservationNo: string): Amounts =>
  [...byRate(state, reservationNo).values()].reduce(plus, ZERO);

/** An unused id: one decision number may reverse corrections twice, by the decision and by an opening balance. */
export function unusedId(state: RewardsAccount, id: string): string {
  let free = id;
  for (let again = 2; state.adjustments.get(free) !== undefined; again++) free = `${id}~${again}`;
  return free;
}

/**
 * Entries that reverse finance's corrections of a reservation. A correction belongs to the decision at its time; once a
 * later decision changes the amount owed, only that decision counts (docs/decisions/0019).
 */
export function reverseCorrections(
  state: RewardsAccount,
  about: { agentId: number; reservationNo: string; decisionNo: number; reason: AdjustmentReason; today: Day },
): AccountEventOf<'AccountAdjusted'>[] {
  const { agentId, reservationNo, decisionNo, reason, today } = about;
  return [...byRate(state, reservationNo)]
    .filter(([, amounts]) => !sameAmounts(amounts, ZERO))
    .map(([payeRate, amounts]) => ({
      type: 'AccountAdjusted',
      data: {
        agentId,
        adjustmentId: unusedId(state, `${reservationNo}#${decisionNo}~${payeRate ?? ''}`),
        reason,
        text: 'CorrectionReplaced',
        reservationNo,
        decisionNo: null,
        payeRate,
        dated: today,
        ...minus(ZERO, amounts),
      },
    }));
}

/**
 * Corrections that were reversed after a run reserved them: reservation number by adjustment id. The reversal used the
 * booked amounts, because the run might not have paid the correction (docs/decisions/0019).
 */
export function reversedWhileReserved(state: RewardsAccount, runId: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [reservationNo, ids] of state.corrections.entries()) {
    const all = ids.map((id) => ({ id, adjustment: state.adjustments.get(id) }));
    const takenAt = new Set(
      all.flatMap(({ adjustment }) =>
        adjustment?.state === 'open' && adjustment.cause.kind === 'reversal' ? [adjustment.payeRate] : [],
      ),
    );
    for (const { id, adjustment } of all) {
      if (adjustment?.state !== 'reserved' || adjustment.runId !== runId || adjustment.payeRate === null) continue;
      if (takenAt.has(adjustment.payeRate)) found.set(id, reservationNo);
    }
  }
  return found;
}

/** Re-issues a reversal at the rate that was actually paid. */
export function reissueReversal(
  state: RewardsAccount,
  about: { agentId: number; reservationNo: string; runId: string; today: Day },
  { adjustmentId, ...paid }: PaidAdjustment,
): AccountEventOf<'AccountAdjusted'>[] {
  const { agentId, reservationNo, runId, today } = about;
  const booked = state.adjustments.get(adjustmentId);
  if (!booked) return [];
  const entry = (payeRate: number | null, amounts: Amounts): AccountEventOf<'AccountAdjusted'> => ({
    type: 'AccountAdjusted',
    data: {
      agentId,
      adjustmentId: `${adjustmentId}@${runId}~${payeRate ?? ''}`,
      reason: 'Rerated',
      text: 'PaidMeanwhile',
      reservationNo,
      decisionNo: null,
      payeRate,
      dated: today,
      ...amounts,
    },
  });
  return [entry(booked.payeRate, amountsOnly(booked)), entry(null, minus(ZERO, paid))];
}
