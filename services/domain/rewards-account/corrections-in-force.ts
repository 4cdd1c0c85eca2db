import type { Day } from '../calendar.ts';
import { bare, minus, NOTHING, plus, sameAmounts, taxedAt } from './amounts.ts';
import type { AccountEventOf, AdjustmentReason, Amounts } from './events.ts';
import type { Adjustment, RewardsAccount } from './state.ts';

/** An adjustment as it counts: under the rate of the payment that took it, or as it was booked. */
function asItCounts(state: RewardsAccount, adjustment: Adjustment): Amounts {
  const { payeRate, runId, state: at } = adjustment;
  if (at === 'open' || payeRate === null || runId === null) return bare(adjustment);
  const rate =
    state.reservation?.runId === runId ? state.reservation.treatment.rate : state.payouts.get(runId)?.treatment.rate;
  return rate === undefined || rate === payeRate ? bare(adjustment) : taxedAt(adjustment, rate);
}

/** Corrections of one reservation by the rate under which they are still to be taxed; null: their PAYE stays as it is. */
function byRate(state: RewardsAccount, reservationNo: string): Map<number | null, Amounts> {
  const sums = new Map<number | null, Amounts>();
  for (const adjustmentId of state.corrections.get(reservationNo) ?? []) {
    const adjustment = state.adjustments.get(adjustmentId);
    if (!adjustment) continue;
    const rate = adjustment.state === 'open' ? adjustment.payeRate : null;
    sums.set(rate, plus(sums.get(rate) ?? NOTHING, asItCounts(state, adjustment)));
  }
  return sums;
}

/** What finance's corrections of a reservation come to, cents: those made less those taken back. */
export const correctedBy = (state: RewardsAccount, reservationNo: string): Amounts =>
  [...byRate(state, reservationNo).values()].reduce(plus, NOTHING);

/**
 * Entries that take back finance's corrections of a reservation. A correction is of the decision that stood; when a later
 * decision changes what the reservation is owed, that decision alone says what it is (docs/decisions/0080).
 */
export function takeBack(
  state: RewardsAccount,
  about: { agentId: number; reservationNo: string; decisionNo: number; reason: AdjustmentReason; today: Day },
): AccountEventOf<'AccountAdjusted'>[] {
  const { agentId, reservationNo, decisionNo, reason, today } = about;
  return [...byRate(state, reservationNo)]
    .filter(([, amounts]) => !sameAmounts(amounts, NOTHING))
    .map(([payeRate, amounts]) => ({
      type: 'AccountAdjusted',
      data: {
        agentId,
        adjustmentId: `${reservationNo}#${decisionNo}~${payeRate ?? ''}`,
        reason,
        text: 'CorrectionReplaced',
        reservationNo,
        decisionNo: null,
        payeRate,
        dated: today,
        ...minus(NOTHING, amounts),
      },
    }));
}
