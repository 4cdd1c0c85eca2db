import type { Day } from '../calendar.ts';
import { bare, minus, NOTHING, plus, sameAmounts, taxedAt } from './amounts.ts';
import type { AccountEventOf, AdjustmentReason, Amounts, PaidAdjustment } from './events.ts';
import type { Adjustment, RewardsAccount } from './state.ts';

/** An adjustment as it counts: under the rate of the payment that it is part of, and as it was booked until then. */
function asItCounts(state: RewardsAccount, adjustment: Adjustment): Amounts {
  const { payeRate, runId, state: at } = adjustment;
  if (at !== 'settled' || payeRate === null || runId === null) return bare(adjustment);
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
    const rate = adjustment.state === 'settled' ? null : adjustment.payeRate;
    sums.set(rate, plus(sums.get(rate) ?? NOTHING, asItCounts(state, adjustment)));
  }
  return sums;
}

/** What finance's corrections of a reservation come to, cents: those made less those taken back. */
export const correctedBy = (state: RewardsAccount, reservationNo: string): Amounts =>
  [...byRate(state, reservationNo).values()].reduce(plus, NOTHING);

const takeBackIds = (reservationNo: string): string => `${reservationNo}#`;

/** An id that no entry has: under one decision number a reservation may be decided again and then be covered. */
function unusedId(state: RewardsAccount, id: string): string {
  let free = id;
  for (let again = 2; state.adjustments.get(free) !== undefined; again++) free = `${id}~${again}`;
  return free;
}

/**
 * Entries that take back finance's corrections of a reservation. A correction is of the decision that stood; when a later
 * decision changes what the reservation is owed, that decision alone says what it is (docs/decisions/0019).
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
        adjustmentId: unusedId(state, `${takeBackIds(reservationNo)}${decisionNo}~${payeRate ?? ''}`),
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

/**
 * Corrections that a run holds and that were taken back since: by adjustment id, with the reservation. They were taken
 * back as they were booked, to be taxed with the next payment, since the run might not have come to pay them
 * (docs/decisions/0019).
 */
export function takenBackMeanwhile(state: RewardsAccount, runId: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [reservationNo, ids] of state.corrections.entries()) {
    const all = ids.map((id) => ({ id, adjustment: state.adjustments.get(id) }));
    const takenAt = new Set(
      all.flatMap(({ id, adjustment }) =>
        adjustment?.state === 'open' && id.startsWith(takeBackIds(reservationNo)) ? [adjustment.payeRate] : [],
      ),
    );
    for (const { id, adjustment } of all) {
      if (adjustment?.state !== 'reserved' || adjustment.runId !== runId || adjustment.payeRate === null) continue;
      if (takenAt.has(adjustment.payeRate)) found.set(id, reservationNo);
    }
  }
  return found;
}

/** Takes a correction that was taken back as it was booked back as it was paid: at the payment's rate, whatever that of the next. */
export function takeBackAsPaid(
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
  return [entry(booked.payeRate, bare(booked)), entry(null, minus(NOTHING, paid))];
}
