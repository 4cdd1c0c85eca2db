import type { TreatmentUsed } from '../agent/tax-treatment.ts';
import { amountsOnly, plus } from '../amounts.ts';
import type { AccountEventOf, AdjustmentCause, Posting, RewardsAccountEvent } from './events.ts';
import {
  applyPaid,
  applyReinstated,
  applyReserved,
  applyReturned,
  applyUnreserved,
  updateEach,
} from './evolve-payout.ts';
import { withPeaks } from './holds.ts';
import {
  type Adjustment,
  OPENING_ADJUSTMENT,
  type RewardsAccount,
  rewardRecord,
  treatmentOfRun,
  type UnpaidReward,
} from './state.ts';

const earnedIn = (posting: Posting | null): number => (posting?.status === 'Earned' ? posting.nettCents : 0);

function posted(state: RewardsAccount, { data }: AccountEventOf<'RewardPosted'>): RewardsAccount {
  const { reservationNo, decisionNo, month, promoCode, on, before, after } = data;
  const current = state.rewards.get(reservationNo);
  // Assigned field by field: adding fields to a spread object is many times slower.
  const reward: UnpaidReward = {
    status: after.status,
    grossCents: after.grossCents,
    payeCents: after.payeCents,
    nettCents: after.nettCents,
    decisionNo,
    month,
    promoCode,
    earnedOn: current?.earnedOn ?? (after.status === 'Earned' ? on : null),
    line: current?.line ?? null,
  };
  const change = earnedIn(after) - earnedIn(before);
  const { reservation } = state;
  const isHeld = reservation !== null && reward.line?.runId === reservation.runId;
  return {
    ...state,
    rewards: state.rewards.set(reservationNo, reward),
    earnedCents: state.earnedCents + change,
    balanceCents: state.balanceCents + change,
    reservation: isHeld ? { ...reservation, isChanged: true } : reservation,
  };
}

/**
 * Used where the PAYE is final and the entry names none: that of the reward's payment; for a reversal of earlier
 * releases that of the last paid correction. Null where none was paid.
 */
function treatmentCorrected(
  state: RewardsAccount,
  { cause, payeRate, reservationNo }: AccountEventOf<'AccountAdjusted'>['data'],
): TreatmentUsed | null {
  if (payeRate !== null || reservationNo === null) return null;
  if (cause.kind === 'reversal' || cause.kind === 'reissued-reversal') {
    const all = (state.corrections.get(reservationNo) ?? []).map((id) => state.adjustments.get(id));
    const paid = all.findLast((each) => each?.state === 'settled');
    if (paid) return paid.treatment ?? treatmentOfRun(state, paid.runId);
  }
  const reward = state.rewards.get(reservationNo);
  return reward?.status === 'Paid' ? treatmentOfRun(state, reward.line?.runId ?? null) : null;
}

/** Also for a reversal of such a correction. */
const isCorrectionByFinance = ({ kind }: AdjustmentCause): boolean =>
  kind === 'correction' || kind === 'reversal' || kind === 'reissued-reversal';

function adjusted(state: RewardsAccount, { data }: AccountEventOf<'AccountAdjusted'>): RewardsAccount {
  const balanceCents = state.balanceCents + data.nettCents;
  // Consumed by the payout, or the return, that it accompanies.
  if (data.cause.kind === 'tax-difference') return { ...state, balanceCents };
  const { adjustmentId, cause, reason, dated, payeRate, reservationNo, decisionNo } = data;
  const treatment = data.treatment ?? treatmentCorrected(state, data);
  const common = { reason, cause, dated, payeRate, treatment };
  const entry: Adjustment = { ...amountsOnly(data), ...common, state: 'open', runId: null };
  const reward = reservationNo === null ? undefined : state.rewards.get(reservationNo);
  const isOfPaid = reservationNo !== null && reward?.status === 'Paid' && decisionNo !== null;
  const isOfReservation = reservationNo !== null && isCorrectionByFinance(cause);
  return {
    ...state,
    balanceCents,
    adjustments: state.adjustments.set(adjustmentId, entry),
    corrections: isOfReservation
      ? state.corrections.set(reservationNo, [...(state.corrections.get(reservationNo) ?? []), adjustmentId])
      : state.corrections,
    rewards: isOfPaid
      ? state.rewards.set(reservationNo, { ...reward, ...plus(reward, data), decisionNo, owed: data.owed ?? null })
      : state.rewards,
    reservation:
      state.reservation && data.nettCents < 0 ? { ...state.reservation, isChanged: true } : state.reservation,
  };
}

function opened(state: RewardsAccount, { data }: AccountEventOf<'OpeningBalanceTaken'>): RewardsAccount {
  const { asOf, payeRate, paidCents, grossThisTaxYearCents, payeThisTaxYearCents, nettCents } = data;
  const common = { reason: 'Opening', dated: asOf, payeRate, treatment: null, state: 'open', runId: null } as const;
  const entry: Adjustment = { ...amountsOnly(data), ...common, cause: { kind: 'opening-balance' } };
  return {
    ...state,
    opening: {
      asOf,
      earnedCents: nettCents,
      paidCents,
      grossThisTaxYearCents,
      payeThisTaxYearCents,
      corrections: state.corrections,
    },
    adjustments: nettCents === 0 ? state.adjustments : state.adjustments.set(OPENING_ADJUSTMENT, entry),
    earnedCents: state.earnedCents + nettCents,
    paidCents: state.paidCents + paidCents,
    balanceCents: state.balanceCents + nettCents,
    reservation: state.reservation && nettCents < 0 ? { ...state.reservation, isChanged: true } : state.reservation,
  };
}

function expired(state: RewardsAccount, { data }: AccountEventOf<'RewardExpired'>): RewardsAccount {
  return {
    ...state,
    rewards: updateEach(state.rewards, [data.reservationNo], (reward) => ({
      ...rewardRecord(reward),
      status: 'Expired',
      line: null,
    })),
    earnedCents: state.earnedCents - data.nettCents,
    expiredCents: state.expiredCents + data.nettCents,
    balanceCents: state.balanceCents - data.nettCents,
  };
}

/** Every entry changes the balance by exactly the amount it states. */
export function evolveAccount(state: RewardsAccount, event: RewardsAccountEvent): RewardsAccount {
  const next = applyEvent(state, event);
  return next.holds.size === 0 ? next : withPeaks(next);
}

function applyEvent(state: RewardsAccount, event: RewardsAccountEvent): RewardsAccount {
  switch (event.type) {
    case 'RewardPosted':
      return posted(state, event);
    case 'AccountAdjusted':
      return adjusted(state, event);
    case 'OpeningBalanceTaken':
      return opened(state, event);
    case 'RewardCovered':
      return { ...state, covered: state.covered.set(event.data.reservationNo, event.data.decisionNo) };
    case 'PayoutReserved':
      return applyReserved(state, event);
    case 'PayoutReleased':
      return applyUnreserved(state, event.data.runId, () => ({ outcome: 'released', reason: event.data.reason }));
    case 'PayoutFailed': {
      const { runId, answerId, reason, on } = event.data;
      return applyUnreserved(state, runId, (unpaid) => ({ outcome: 'failed', answerId, reason, on, unpaid }));
    }
    case 'PayoutPaid':
      return applyPaid(state, event);
    case 'PayoutReturned':
      return applyReturned(state, event);
    case 'PayoutReinstated':
      return applyReinstated(state, event);
    case 'RewardExpired':
      return expired(state, event);
    case 'PayoutHoldPlaced': {
      const { holdId, signal, reason, on } = event.data;
      return {
        ...state,
        holds: new Map(state.holds).set(holdId, { signal, reason, on, peakCents: state.balanceCents }),
      };
    }
    case 'PayoutHoldReleased': {
      const holds = new Map(state.holds);
      holds.delete(event.data.holdId);
      return { ...state, holds, endedHolds: new Set(state.endedHolds).add(event.data.holdId) };
    }
    case 'PayoutMinimumWaived':
      return {
        ...state,
        isMinimumWaived: true,
        reservation: state.reservation && { ...state.reservation, isMinimumWaived: false },
      };
  }
}
