import type { TreatmentUsed } from '../agent/tax-treatment.ts';
import type { Amounts } from '../amounts.ts';
import { amountsOnly, minus, plus, sameAmounts, taxedAt, ZERO } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import type { AccountEventOf, AdjustmentReason, PaidAdjustment } from './events.ts';
import { type Adjustment, type RewardsAccount, treatmentOfRun } from './state.ts';

/** Once paid, at the rate of its payment; before that as booked. */
function amountsInForce(state: RewardsAccount, adjustment: Adjustment): Amounts {
  const { payeRate, runId, state: at } = adjustment;
  if (at !== 'settled' || payeRate === null) return amountsOnly(adjustment);
  const rate = treatmentOfRun(state, runId)?.rate ?? payeRate;
  return rate === payeRate ? amountsOnly(adjustment) : taxedAt(adjustment, rate);
}

/**
 * Corrections that are taxed alike. `rate` is null where their PAYE is final, and `treatment` then that of its payment.
 */
interface TaxedAlike {
  readonly rate: number | null;
  readonly treatment: TreatmentUsed | null;
  readonly amounts: Amounts;
}

/** Groups corrections by the tax that they have, or will have. */
function byTax(state: RewardsAccount, reservationNo: string): TaxedAlike[] {
  const groups = new Map<string, TaxedAlike>();
  for (const adjustmentId of state.corrections.get(reservationNo) ?? []) {
    const adjustment = state.adjustments.get(adjustmentId);
    if (!adjustment) continue;
    const isPaid = adjustment.state === 'settled';
    const rate = isPaid ? null : adjustment.payeRate;
    const ofPayment = isPaid ? treatmentOfRun(state, adjustment.runId) : null;
    const treatment = rate === null ? (adjustment.treatment ?? ofPayment) : null;
    const key = JSON.stringify([rate, treatment]);
    const { amounts } = groups.get(key) ?? { amounts: ZERO };
    groups.set(key, { rate, treatment, amounts: plus(amounts, amountsInForce(state, adjustment)) });
  }
  return [...groups.values()];
}

/** Finance's corrections of a reservation less their reversals, in cents. */
export const correctedBy = (state: RewardsAccount, reservationNo: string): Amounts =>
  byTax(state, reservationNo).reduce((sum, { amounts }) => plus(sum, amounts), ZERO);

/** An unused id: one decision number may reverse corrections twice, by the decision and by an opening balance. */
export function unusedId(state: RewardsAccount, id: string): string {
  let free = id;
  for (let number = 2; state.adjustments.get(free) !== undefined; number++) free = `${id}~${number}`;
  return free;
}

/** Corrections after that belong to a later moment, so the same or an older decision does not replace them. */
export const hasReplacedCorrections = (state: RewardsAccount, reservationNo: string, decisionNo: number): boolean =>
  (state.corrections.get(reservationNo) ?? []).some((adjustmentId) => {
    const cause = state.adjustments.get(adjustmentId)?.cause;
    return cause?.kind === 'reversal' && cause.decisionNo >= decisionNo;
  });

/**
 * A correction belongs to the decision at its time: a later decision with another amount reverses it
 * (docs/decisions/0019).
 */
export function reverseCorrections(
  state: RewardsAccount,
  about: { agentId: number; reservationNo: string; decisionNo: number; reason: AdjustmentReason; today: Day },
): AccountEventOf<'AccountAdjusted'>[] {
  const { agentId, reservationNo, decisionNo, reason, today } = about;
  const used = new Set<string>();
  return byTax(state, reservationNo)
    .filter(({ amounts }) => !sameAmounts(amounts, ZERO))
    .map(({ rate: payeRate, treatment, amounts }) => {
      const named = unusedId(state, `${reservationNo}#${decisionNo}~${payeRate ?? ''}`);
      // Each treatment has a reversal.
      const adjustmentId = used.has(named) ? `${named}:${used.size + 1}` : named;
      used.add(adjustmentId);
      return {
        type: 'AccountAdjusted',
        data: {
          agentId,
          adjustmentId,
          cause: { kind: 'reversal', decisionNo },
          reason,
          text: 'CorrectionReplaced',
          reservationNo,
          decisionNo: null,
          payeRate,
          dated: today,
          ...(treatment && { treatment }),
          ...minus(ZERO, amounts),
        },
      };
    });
}

/**
 * Reservation number by adjustment id. The reversal used the booked amounts, because the run might not have paid the
 * correction (docs/decisions/0019).
 */
export function reversedWhileReserved(state: RewardsAccount, runId: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [reservationNo, ids] of state.corrections.entries()) {
    const all = ids.map((id) => ({ id, adjustment: state.adjustments.get(id) }));
    const reversedRates = new Set(
      all.flatMap(({ adjustment }) =>
        adjustment?.state === 'open' && adjustment.cause.kind === 'reversal' ? [adjustment.payeRate] : [],
      ),
    );
    for (const { id, adjustment } of all) {
      if (adjustment?.state !== 'reserved' || adjustment.runId !== runId || adjustment.payeRate === null) continue;
      if (reversedRates.has(adjustment.payeRate)) found.set(id, reservationNo);
    }
  }
  return found;
}

/**
 * Issues a reversal again at the rate that was paid. `sign` -1 takes that back, for a payment that is returned: the
 * correction is unpaid again, and the reversal as booked counts.
 */
export function reissueReversal(
  state: RewardsAccount,
  about: { agentId: number; reservationNo: string; runId: string; today: Day; treatment: TreatmentUsed },
  { adjustmentId, treatment = about.treatment, ...paid }: PaidAdjustment,
  sign: 1 | -1 = 1,
): AccountEventOf<'AccountAdjusted'>[] {
  const { agentId, reservationNo, runId, today } = about;
  const booked = state.adjustments.get(adjustmentId);
  if (!booked) return [];
  const entry = (payeRate: number | null, amounts: Amounts): AccountEventOf<'AccountAdjusted'> => ({
    type: 'AccountAdjusted',
    data: {
      agentId,
      adjustmentId: unusedId(state, `${adjustmentId}@${runId}~${payeRate ?? ''}`),
      cause: { kind: 'reissued-reversal', adjustmentId, runId },
      reason: 'Rerated',
      text: 'PaidMeanwhile',
      reservationNo,
      decisionNo: null,
      payeRate,
      dated: today,
      ...(payeRate === null ? { treatment } : {}),
      ...(sign === 1 ? amountsOnly(amounts) : minus(ZERO, amounts)),
    },
  });
  return [entry(booked.payeRate, booked), entry(null, minus(ZERO, paid))];
}

/**
 * Open corrections of a reward, by their rate and without those that add up to zero. `reversed`: corrections that a run
 * pays, of which the reversal is re-issued.
 */
export function openCorrections(
  state: RewardsAccount,
  reservationNo: string,
  reversed: ReadonlyMap<string, string>,
): ReadonlyMap<number, Amounts> {
  const sums = new Map<number, Amounts>();
  for (const adjustmentId of state.corrections.get(reservationNo) ?? []) {
    const adjustment = state.adjustments.get(adjustmentId);
    if (!adjustment || adjustment.payeRate === null) continue;
    if (adjustment.state === 'open' || reversed.has(adjustmentId))
      sums.set(adjustment.payeRate, plus(sums.get(adjustment.payeRate) ?? ZERO, adjustment));
  }
  return new Map([...sums].filter(([, amounts]) => !sameAmounts(amounts, ZERO)));
}

/** Corrections that were booked while the reward was at the bank are taxed like its payment (L7). */
export function reissueCorrections(
  state: RewardsAccount,
  about: { agentId: number; reservationNo: string; runId: string; today: Day; treatment: TreatmentUsed },
  open: ReadonlyMap<number, Amounts>,
): AccountEventOf<'AccountAdjusted'>[] {
  const { agentId, reservationNo, runId, today, treatment } = about;
  const common = { agentId, reservationNo, decisionNo: null, dated: today } as const;
  const because = { cause: { kind: 'correction' }, reason: 'Rerated', text: 'PaidMeanwhile' } as const;
  return [...open].flatMap(([payeRate, amounts]): AccountEventOf<'AccountAdjusted'>[] => {
    const entry = (name: string) => ({
      ...common,
      ...because,
      adjustmentId: unusedId(state, `${name}-${runId}-${reservationNo}~${payeRate}`),
    });
    return [
      { type: 'AccountAdjusted', data: { ...entry('untaxed'), payeRate, ...minus(ZERO, amounts) } },
      {
        type: 'AccountAdjusted',
        data: { ...entry('taxed'), payeRate: null, treatment, ...taxedAt(amounts, treatment.rate) },
      },
    ];
  });
}

/** Reversals that were re-issued and not taken back: reservation number by adjustment id. */
export function reissuedBy(state: RewardsAccount, runId: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [reservationNo, ids] of state.corrections.entries()) {
    const all = ids.flatMap((id) => state.adjustments.get(id) ?? []);
    for (const id of ids) {
      const adjustment = state.adjustments.get(id);
      if (adjustment?.state !== 'settled' || adjustment.runId !== runId || adjustment.payeRate === null) continue;
      // Each payment of the run re-issues it by one entry with final PAYE, and each return takes that back by another.
      const reissues = all.filter(
        ({ cause, payeRate }) =>
          payeRate === null && cause.kind === 'reissued-reversal' && cause.adjustmentId === id && cause.runId === runId,
      );
      if (reissues.length % 2 === 1) found.set(id, reservationNo);
    }
  }
  return found;
}
