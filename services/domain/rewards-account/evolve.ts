import type { PersistentMap } from '../persistent-map.ts';
import { causeOf } from './adjustment-cause.ts';
import { bare, plus, sumOf } from './amounts.ts';
import type { AccountEventOf, Amounts, PaidReward, Posting, RewardsAccountEvent, TreatmentUsed } from './events.ts';
import { withPeaks } from './holds.ts';
import type { AccountReward, Adjustment, RewardsAccount, SettledPayout } from './state.ts';

const earnedIn = (posting: Posting | null): number => (posting?.status === 'Earned' ? posting.nettCents : 0);

const changeEach = <Value>(
  map: PersistentMap<Value>,
  keys: Iterable<string>,
  change: (value: Value) => Value,
): PersistentMap<Value> => {
  let next = map;
  for (const key of keys) {
    const value = next.get(key);
    if (value !== undefined) next = next.set(key, change(value));
  }
  return next;
};
const numbersOf = (rewards: readonly { readonly reservationNo: string }[]): string[] =>
  rewards.map(({ reservationNo }) => reservationNo);
const idsOf = (adjustments: readonly { readonly adjustmentId: string }[]): string[] =>
  adjustments.map(({ adjustmentId }) => adjustmentId);

function posted(state: RewardsAccount, { data }: AccountEventOf<'RewardPosted'>): RewardsAccount {
  const { reservationNo, decisionNo, month, promoCode, on, before, after } = data;
  const known = state.rewards.get(reservationNo);
  // Assigned field by field: adding fields to a spread object is many times slower.
  const reward: AccountReward = {
    status: after.status,
    grossCents: after.grossCents,
    payeCents: after.payeCents,
    nettCents: after.nettCents,
    decisionNo,
    month,
    promoCode,
    earnedOn: known?.earnedOn ?? (after.status === 'Earned' ? on : null),
    runId: known?.runId ?? null,
    frozen: known?.frozen ?? null,
    paid: null,
    owed: null,
  };
  const change = earnedIn(after) - earnedIn(before);
  const { reservation } = state;
  const isHeld = reservation !== null && reward.runId === reservation.runId;
  return {
    ...state,
    rewards: state.rewards.set(reservationNo, reward),
    earnedCents: state.earnedCents + change,
    balanceCents: state.balanceCents + change,
    reservation: isHeld ? { ...reservation, isChanged: true } : reservation,
  };
}

const treatmentOfRun = ({ reservation, payouts }: RewardsAccount, runId: string | null): TreatmentUsed | null =>
  (runId !== null && reservation?.runId === runId ? reservation : payouts.get(runId ?? ''))?.treatment ?? null;

/**
 * The treatment of the payment that an entry corrects, where the entry's PAYE is final. Finance's corrections of a
 * reservation may be paid in other runs than the reward: their reversal uses the treatment of the last one paid. Null
 * where none was paid.
 */
function treatmentCorrected(
  state: RewardsAccount,
  { payeRate, reservationNo, decisionNo }: AccountEventOf<'AccountAdjusted'>['data'],
): TreatmentUsed | null {
  if (payeRate !== null || reservationNo === null) return null;
  const ids = decisionNo === null ? (state.corrections.get(reservationNo) ?? []) : [];
  const paid = ids.map((id) => state.adjustments.get(id)).findLast((each) => each?.state === 'settled');
  if (paid) return paid.treatment ?? treatmentOfRun(state, paid.runId);
  const reward = state.rewards.get(reservationNo);
  return reward?.status === 'Paid' ? treatmentOfRun(state, reward.runId) : null;
}

function adjusted(state: RewardsAccount, { data }: AccountEventOf<'AccountAdjusted'>): RewardsAccount {
  const balanceCents = state.balanceCents + data.nettCents;
  // Consumed by the payout, or the return, that it accompanies.
  if (data.reason === 'TaxTreatment') return { ...state, balanceCents };
  const { adjustmentId, reason, dated, payeRate, reservationNo, decisionNo } = data;
  const treatment = treatmentCorrected(state, data);
  const about = { reason, cause: causeOf(data), dated, payeRate, treatment };
  const entry: Adjustment = { ...bare(data), ...about, state: 'open', runId: null };
  const reward = reservationNo === null ? undefined : state.rewards.get(reservationNo);
  const isOfPaid = reservationNo !== null && reward?.status === 'Paid' && decisionNo !== null;
  // An adjustment without a decision is finance's, and belongs to the reservation that it names.
  const isOfReservation = reservationNo !== null && decisionNo === null;
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

function reserved(state: RewardsAccount, { data }: AccountEventOf<'PayoutReserved'>): RewardsAccount {
  const { runId, treatment, payDate, reservedAt, rewards, adjustments } = data;
  const before = data.part === 1 ? null : state.reservation;
  const line = before ? plus(before, data) : bare(data);
  return {
    ...state,
    rewards: changeEach(state.rewards, numbersOf(rewards), (reward) => ({ ...reward, runId, frozen: bare(reward) })),
    adjustments: changeEach(state.adjustments, idsOf(adjustments), (each) => ({ ...each, state: 'reserved', runId })),
    reservation: {
      grossCents: line.grossCents,
      payeCents: line.payeCents,
      nettCents: line.nettCents,
      runId,
      treatment,
      payDate,
      reservedAt,
      earnedCents: (before?.earnedCents ?? 0) + data.earnedCents,
      rewards: before ? [...before.rewards, ...rewards] : rewards,
      adjustments: before ? [...before.adjustments, ...adjustments] : adjustments,
      parts: data.part,
      paidParts: 0,
      isWhole: data.part === data.parts,
      isChanged: before?.isChanged ?? false,
    },
  };
}

const frozenOf = (state: RewardsAccount, { reservationNo, ...paid }: PaidReward): Amounts =>
  state.rewards.get(reservationNo)?.frozen ?? bare(paid);

function unreserved(
  state: RewardsAccount,
  runId: string,
  { outcome, reason, answerId, on }: Pick<SettledPayout, 'outcome' | 'reason' | 'answerId' | 'on'>,
): RewardsAccount {
  const { reservation } = state;
  if (reservation?.runId !== runId) return state;
  const { payDate, reservedAt, adjustments } = reservation;
  const rewards = reservation.rewards.map((reward) => ({ ...reward, frozen: frozenOf(state, reward) }));
  return {
    ...state,
    rewards: changeEach(state.rewards, numbersOf(reservation.rewards), (reward) => ({
      ...reward,
      runId: null,
      frozen: null,
    })),
    adjustments: changeEach(state.adjustments, idsOf(reservation.adjustments), (each) => ({
      ...each,
      state: 'open',
      runId: null,
    })),
    payouts: state.payouts.set(runId, {
      ...bare(reservation),
      outcome,
      reason,
      answerId,
      on,
      treatment: reservation.treatment,
      returnedParts: 0,
      ...(outcome === 'failed' ? { unpaid: { payDate, reservedAt, rewards, adjustments } } : {}),
    }),
    reservation: null,
  };
}

/** The line of a payment that failed or was returned is reserved again, to be settled as paid. */
function reinstated(state: RewardsAccount, { data: { runId } }: AccountEventOf<'PayoutReinstated'>): RewardsAccount {
  const payout = state.payouts.get(runId);
  if (!payout?.unpaid) return state;
  const { payDate, reservedAt, rewards, adjustments } = payout.unpaid;
  const own = rewards.reduce((all, { reservationNo, frozen }) => {
    const reward = all.get(reservationNo);
    return reward ? all.set(reservationNo, { ...reward, runId, frozen }) : all;
  }, state.rewards);
  const opening = adjustments.filter(({ adjustmentId }) => state.adjustments.get(adjustmentId)?.reason === 'Opening');
  return {
    ...state,
    rewards: own,
    adjustments: changeEach(state.adjustments, idsOf(adjustments), (each) => ({ ...each, state: 'reserved', runId })),
    reservation: {
      ...bare(payout),
      ...{ runId, treatment: payout.treatment, payDate, reservedAt },
      earnedCents:
        rewards.reduce((sum, { frozen }) => sum + frozen.nettCents, 0) +
        opening.reduce((sum, { nettCents }) => sum + nettCents, 0),
      rewards: rewards.map(({ frozen: _frozen, ...reward }) => reward),
      adjustments,
      ...{ parts: 1, paidParts: 0, isWhole: true, isChanged: false },
    },
  };
}

function paid(state: RewardsAccount, { data }: AccountEventOf<'PayoutPaid'>): RewardsAccount {
  const { runId, treatment, rewards, adjustments, answerId, paidOn } = data;
  let own = state.rewards;
  for (const { reservationNo, ...amounts } of rewards) {
    const reward = own.get(reservationNo);
    if (reward)
      own = own.set(reservationNo, {
        ...reward,
        ...amounts,
        status: 'Paid',
        runId,
        paid: { ...amounts, rate: treatment.rate },
      });
  }
  let taken = state.adjustments;
  for (const { adjustmentId, treatment: own } of adjustments) {
    const each = taken.get(adjustmentId);
    // Stored as paid, for a possible return. Lines that were frozen before treatments were recorded have no treatment.
    if (each) taken = taken.set(adjustmentId, { ...each, state: 'settled', runId, treatment: own ?? null });
  }
  const isLast = data.part === data.parts;
  const { reservation } = state;
  const line = reservation ? bare(reservation) : bare(data);
  const settled = {
    ...line,
    outcome: 'paid',
    reason: null,
    answerId,
    on: paidOn,
    treatment,
    returnedParts: 0,
  } as const;
  return {
    ...state,
    rewards: own,
    adjustments: taken,
    earnedCents: state.earnedCents - data.earnedCents,
    paidCents: state.paidCents + data.nettCents,
    balanceCents: state.balanceCents - data.nettCents,
    payouts: isLast ? state.payouts.set(runId, settled) : state.payouts,
    reservation: isLast || !reservation ? null : { ...reservation, paidParts: data.part },
    isMinimumWaived: isLast ? false : state.isMinimumWaived,
  };
}

function returned(state: RewardsAccount, { data }: AccountEventOf<'PayoutReturned'>): RewardsAccount {
  const { runId, answerId, returnedOn, reason, rewards, kept, part, parts } = data;
  const ofKept = `returned-${runId}-${part}`;
  let adjustments: PersistentMap<Adjustment> = changeEach(state.adjustments, idsOf(data.adjustments), (each) => ({
    ...each,
    state: 'open',
    runId: null,
  }));
  if (kept.length > 0) {
    const entry: Adjustment = {
      ...sumOf(kept),
      reason: 'Returned',
      cause: { kind: 'payment-returned' },
      dated: returnedOn,
      payeRate: null,
      treatment: data.treatment,
      state: 'open',
      runId: null,
    };
    adjustments = adjustments.set(ofKept, entry);
  }
  const payout = state.payouts.get(runId);
  const last = part === parts ? ({ outcome: 'returned', reason, answerId, on: returnedOn } as const) : {};
  const before = payout?.unpaid ?? { payDate: payout?.on ?? returnedOn, reservedAt: '', rewards: [], adjustments: [] };
  const unpaid = {
    ...before,
    rewards: [...before.rewards, ...rewards.map((reward) => ({ ...reward, frozen: frozenOf(state, reward) }))],
    adjustments: [
      ...before.adjustments,
      ...data.adjustments,
      ...(kept.length > 0 ? [{ adjustmentId: ofKept, ...sumOf(kept) }] : []),
    ],
  };
  const settled = changeEach(state.rewards, numbersOf(kept), (reward) => ({ ...reward, runId: null }));
  return {
    ...state,
    rewards: changeEach(settled, numbersOf(rewards), (reward) => ({
      ...reward,
      ...(reward.frozen ?? {}),
      status: 'Earned',
      runId: null,
      frozen: null,
      paid: null,
      owed: null,
    })),
    adjustments,
    earnedCents: state.earnedCents + data.earnedCents,
    paidCents: state.paidCents - data.nettCents,
    balanceCents: state.balanceCents + data.nettCents,
    payouts: payout ? state.payouts.set(runId, { ...payout, unpaid, returnedParts: part, ...last }) : state.payouts,
  };
}

function opened(state: RewardsAccount, { data }: AccountEventOf<'OpeningBalanceTaken'>): RewardsAccount {
  const { asOf, payeRate, paidCents, grossThisTaxYearCents, payeThisTaxYearCents, nettCents } = data;
  const about = { reason: 'Opening', dated: asOf, payeRate, treatment: null, state: 'open', runId: null } as const;
  const entry: Adjustment = { ...bare(data), ...about, cause: { kind: 'opening-balance' } };
  return {
    ...state,
    opening: { asOf, earnedCents: nettCents, paidCents, grossThisTaxYearCents, payeThisTaxYearCents },
    adjustments: nettCents === 0 ? state.adjustments : state.adjustments.set('opening', entry),
    earnedCents: state.earnedCents + nettCents,
    paidCents: state.paidCents + paidCents,
    balanceCents: state.balanceCents + nettCents,
  };
}

function expired(state: RewardsAccount, { data }: AccountEventOf<'RewardExpired'>): RewardsAccount {
  return {
    ...state,
    rewards: changeEach(state.rewards, [data.reservationNo], (reward) => ({ ...reward, status: 'Expired' })),
    earnedCents: state.earnedCents - data.nettCents,
    expiredCents: state.expiredCents + data.nettCents,
    balanceCents: state.balanceCents - data.nettCents,
  };
}

/** Folds one entry into the account. Every entry changes the balance by exactly the amount it states. */
export function evolveAccount(state: RewardsAccount, event: RewardsAccountEvent): RewardsAccount {
  const next = evolved(state, event);
  return next.holds.size === 0 ? next : withPeaks(next);
}

function evolved(state: RewardsAccount, event: RewardsAccountEvent): RewardsAccount {
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
      return reserved(state, event);
    case 'PayoutReleased':
      return unreserved(state, event.data.runId, { ...event.data, outcome: 'released', answerId: null, on: null });
    case 'PayoutFailed':
      return unreserved(state, event.data.runId, { ...event.data, outcome: 'failed' });
    case 'PayoutPaid':
      return paid(state, event);
    case 'PayoutReturned':
      return returned(state, event);
    case 'PayoutReinstated':
      return reinstated(state, event);
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
      return { ...state, isMinimumWaived: true };
  }
}
