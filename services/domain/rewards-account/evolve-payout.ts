import type { Amounts } from '../amounts.ts';
import { amountsOnly, plus, sumOf } from '../amounts.ts';
import type { PersistentMap } from '../persistent-map.ts';
import { unusedId } from './corrections-in-force.ts';
import type { AccountEventOf, PaidReward } from './events.ts';
import {
  type AccountReward,
  type Adjustment,
  type PayoutEnd,
  type RewardLine,
  type RewardsAccount,
  rewardRecord,
  type SettledPayout,
  type UnpaidLine,
} from './state.ts';

export const updateEach = <Value>(
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

/** An expired reward is in no line. */
const inLine = (reward: AccountReward, line: RewardLine | null): AccountReward =>
  reward.status === 'Expired' ? reward : { ...reward, line };

const numbersOf = (rewards: readonly { readonly reservationNo: string }[]): string[] =>
  rewards.map(({ reservationNo }) => reservationNo);
const idsOf = (adjustments: readonly { readonly adjustmentId: string }[]): string[] =>
  adjustments.map(({ adjustmentId }) => adjustmentId);

export function applyReserved(state: RewardsAccount, { data }: AccountEventOf<'PayoutReserved'>): RewardsAccount {
  const { runId, treatment, payDate, reservedAt, rewards, adjustments } = data;
  const before = data.part === 1 ? null : state.reservation;
  const line = before ? plus(before, data) : amountsOnly(data);
  return {
    ...state,
    rewards: updateEach(state.rewards, numbersOf(rewards), (reward) =>
      inLine(reward, { runId, frozen: amountsOnly(reward) }),
    ),
    adjustments: updateEach(state.adjustments, idsOf(adjustments), (each) => ({ ...each, state: 'reserved', runId })),
    reservation: {
      ...line,
      runId,
      treatment,
      payDate,
      reservedAt,
      earnedCents: (before?.earnedCents ?? 0) + data.earnedCents,
      rewards: before ? [...before.rewards, ...rewards] : rewards,
      adjustments: before ? [...before.adjustments, ...adjustments] : adjustments,
      parts: data.part,
      paidParts: 0,
      isComplete: data.part === data.parts,
      isChanged: before?.isChanged ?? false,
      isMinimumWaived: (before ?? state).isMinimumWaived,
    },
  };
}

const frozenOf = (state: RewardsAccount, { reservationNo, ...paid }: PaidReward): Amounts =>
  state.rewards.get(reservationNo)?.line?.frozen ?? amountsOnly(paid);

export function applyUnreserved(
  state: RewardsAccount,
  runId: string,
  endOf: (unpaid: UnpaidLine) => PayoutEnd,
): RewardsAccount {
  const { reservation } = state;
  if (reservation?.runId !== runId) return state;
  const { treatment, adjustments, isMinimumWaived } = reservation;
  const rewards = reservation.rewards.map((reward) => ({ ...reward, frozen: frozenOf(state, reward) }));
  return {
    ...state,
    rewards: updateEach(state.rewards, numbersOf(reservation.rewards), (reward) => inLine(reward, null)),
    adjustments: updateEach(state.adjustments, idsOf(reservation.adjustments), (each) => ({
      ...each,
      state: 'open',
      runId: null,
    })),
    payouts: state.payouts.set(runId, {
      ...amountsOnly(reservation),
      treatment,
      isMinimumWaived,
      ...endOf({ rewards, adjustments }),
    }),
    reservation: null,
  };
}

/** The line of a payment that failed or was returned is reserved again, to be settled as paid. */
export function applyReinstated(
  state: RewardsAccount,
  { data: { runId, on } }: AccountEventOf<'PayoutReinstated'>,
): RewardsAccount {
  const payout = state.payouts.get(runId);
  if (payout?.outcome !== 'failed' && payout?.outcome !== 'returned') return state;
  const { rewards, adjustments } = payout.unpaid;
  const own = rewards.reduce((all, { reservationNo, frozen }) => {
    const reward = all.get(reservationNo);
    return reward ? all.set(reservationNo, inLine(reward, { runId, frozen })) : all;
  }, state.rewards);
  const opening = adjustments.filter(({ adjustmentId }) => state.adjustments.get(adjustmentId)?.reason === 'Opening');
  return {
    ...state,
    rewards: own,
    adjustments: updateEach(state.adjustments, idsOf(adjustments), (each) => ({ ...each, state: 'reserved', runId })),
    reservation: {
      ...amountsOnly(payout),
      runId,
      treatment: payout.treatment,
      payDate: on,
      reservedAt: null,
      earnedCents:
        rewards.reduce((sum, { frozen }) => sum + frozen.nettCents, 0) +
        opening.reduce((sum, { nettCents }) => sum + nettCents, 0),
      rewards: rewards.map(({ frozen: _frozen, ...reward }) => reward),
      adjustments,
      parts: 1,
      paidParts: 0,
      isComplete: true,
      isChanged: false,
      isMinimumWaived: payout.isMinimumWaived,
    },
  };
}

export function applyPaid(state: RewardsAccount, { data }: AccountEventOf<'PayoutPaid'>): RewardsAccount {
  const { runId, treatment, rewards, adjustments, answerId, paidOn } = data;
  let own = state.rewards;
  for (const { reservationNo, ...amounts } of rewards) {
    const reward = own.get(reservationNo);
    if (reward)
      own = own.set(reservationNo, {
        ...rewardRecord(reward),
        ...amounts,
        status: 'Paid',
        line: { runId, frozen: reward.line?.frozen ?? amounts },
        paid: { ...amounts, rate: treatment.rate },
        owed: null,
      });
  }
  let settledAdjustments = state.adjustments;
  for (const { adjustmentId, treatment: own } of adjustments) {
    const each = settledAdjustments.get(adjustmentId);
    // Stored as paid, for a possible return. Lines that were frozen before treatments were recorded have no treatment.
    if (each)
      settledAdjustments = settledAdjustments.set(adjustmentId, {
        ...each,
        state: 'settled',
        runId,
        treatment: own ?? null,
      });
  }
  const isLast = data.part === data.parts;
  const { reservation } = state;
  const line = reservation ? amountsOnly(reservation) : amountsOnly(data);
  const returned = { parts: 0, rewards: [], adjustments: [] };
  const isMinimumWaived = reservation?.isMinimumWaived ?? false;
  const payment = { ...line, treatment, isMinimumWaived, answerId, on: paidOn };
  const settled: SettledPayout = { ...payment, outcome: 'paid', returned };
  return {
    ...state,
    rewards: own,
    adjustments: settledAdjustments,
    earnedCents: state.earnedCents - data.earnedCents,
    paidCents: state.paidCents + data.nettCents,
    balanceCents: state.balanceCents - data.nettCents,
    payouts: isLast ? state.payouts.set(runId, settled) : state.payouts,
    reservation: isLast || !reservation ? null : { ...reservation, paidParts: data.part },
    isMinimumWaived: state.isMinimumWaived && !(isLast && isMinimumWaived),
  };
}

export function applyReturned(state: RewardsAccount, { data }: AccountEventOf<'PayoutReturned'>): RewardsAccount {
  const { runId, answerId, returnedOn, reason, rewards, kept, part, parts } = data;
  // An earlier return of this run may have the id, where its payment was reinstated.
  const ofKept = unusedId(state, `returned-${runId}-${part}`);
  let adjustments: PersistentMap<Adjustment> = updateEach(state.adjustments, idsOf(data.adjustments), (each) => ({
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
  const payoutAfter = (payout: Extract<SettledPayout, { outcome: 'paid' }>): SettledPayout => {
    const { returned: before, ...line } = payout;
    const unpaid = {
      rewards: [...before.rewards, ...rewards.map((reward) => ({ ...reward, frozen: frozenOf(state, reward) }))],
      adjustments: [
        ...before.adjustments,
        ...data.adjustments,
        ...(kept.length > 0 ? [{ adjustmentId: ofKept, ...sumOf(kept), treatment: data.treatment }] : []),
      ],
    };
    return part === parts
      ? { ...line, outcome: 'returned', reason, answerId, on: returnedOn, unpaid }
      : { ...payout, returned: { ...unpaid, parts: part } };
  };
  const payout = state.payouts.get(runId);
  const settled = updateEach(state.rewards, numbersOf(kept), (reward) => inLine(reward, null));
  return {
    ...state,
    rewards: updateEach(settled, numbersOf(rewards), (reward) => ({
      ...rewardRecord(reward),
      ...reward.line?.frozen,
      status: 'Earned',
      line: null,
    })),
    adjustments,
    earnedCents: state.earnedCents + data.earnedCents,
    paidCents: state.paidCents - data.nettCents,
    balanceCents: state.balanceCents + data.nettCents,
    payouts: payout?.outcome === 'paid' ? state.payouts.set(runId, payoutAfter(payout)) : state.payouts,
    isMinimumWaived: state.isMinimumWaived || (part === parts && payout?.isMinimumWaived === true),
  };
}
