import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import type { Posting, RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { z } from 'zod';
import { blankRow, keyText } from '../engine/columns.ts';
import { defineProjection } from '../engine/projection.ts';

/** An agent's balance, in cents nett. Every active agent has one, rewarded or not. */
export const balanceRow = z.object({
  agentId: z.int32(),
  loyaltyTrackingNo: keyText.nullable(),
  /** Earned and unpaid. */
  earnedCents: z.int(),
  pendingCents: z.int(),
  paidCents: z.int(),
  expiredCents: z.int(),
  /** Owed now: earned plus adjustments, without pending. May be negative. */
  balanceCents: z.int(),
  /** The payout run that has reserved the account. */
  runId: z.string().nullable(),
  /** Number of holds on payment that are still open. */
  holds: z.int32(),
  /** Finance waived the payout minimum: the next run pays this account at any balance. */
  isMinimumWaived: z.boolean(),
  /** Payout runs that reserved the account under a waiver: a payment uses the waiver up, and a return restores it. */
  waivedRunIds: z.array(z.string()).readonly(),
  /** The day of the opening balance; null where there is none. */
  takenOverOn: z.string().nullable(),
});
export type BalanceRow = z.output<typeof balanceRow>;

type BalanceEvent =
  | Exclude<RewardsAccountEvent, { type: 'RewardCovered' }>
  | Extract<AgentEvent, { type: 'AgentActivated' }>;

const nettIn = (posting: Posting | null, status: Posting['status']): Cents =>
  posting?.status === status ? posting.nettCents : 0;

type Amount = 'earnedCents' | 'pendingCents' | 'paidCents' | 'expiredCents' | 'balanceCents';

const BLANK = blankRow(balanceRow);
const begin = (key: string): BalanceRow => ({ ...BLANK, agentId: Number(key) });

const change = (row: BalanceRow | null, key: string, changes: Partial<BalanceRow>): BalanceRow => ({
  ...(row ?? begin(key)),
  ...changes,
});

function add(row: BalanceRow | null, key: string, amounts: Partial<Record<Amount, Cents>>): BalanceRow {
  const before = row ?? begin(key);
  // Assigned field by field: spreading an object makes a rebuild several times slower.
  return {
    agentId: before.agentId,
    loyaltyTrackingNo: before.loyaltyTrackingNo,
    earnedCents: before.earnedCents + (amounts.earnedCents ?? 0),
    pendingCents: before.pendingCents + (amounts.pendingCents ?? 0),
    paidCents: before.paidCents + (amounts.paidCents ?? 0),
    expiredCents: before.expiredCents + (amounts.expiredCents ?? 0),
    balanceCents: before.balanceCents + (amounts.balanceCents ?? 0),
    runId: before.runId,
    holds: before.holds,
    isMinimumWaived: before.isMinimumWaived,
    waivedRunIds: before.waivedRunIds,
    takenOverOn: before.takenOverOn,
  };
}

export const balances = defineProjection<BalanceRow, BalanceEvent>({
  name: 'balances',
  version: 6,
  row: balanceRow,
  primaryKey: 'agentId',
  indexes: ['("loyaltyTrackingNo")'],
  keys: ({ streamId }) => [streamId.slice(streamId.lastIndexOf('-') + 1)],
  handlers: {
    AgentActivated: (row, { data }, key) => change(row, key, { loyaltyTrackingNo: data.loyaltyTrackingNo }),
    RewardPosted: (row, { data: { before, after } }, key) => {
      const earnedCents = nettIn(after, 'Earned') - nettIn(before, 'Earned');
      const pendingCents = nettIn(after, 'Pending') - nettIn(before, 'Pending');
      return add(row, key, { earnedCents, pendingCents, balanceCents: earnedCents });
    },
    AccountAdjusted: (row, { data }, key) => add(row, key, { balanceCents: data.nettCents }),
    OpeningBalanceTaken: (row, { data: { nettCents, paidCents, asOf } }, key) => ({
      ...add(row, key, { earnedCents: nettCents, paidCents, balanceCents: nettCents }),
      takenOverOn: asOf,
    }),
    PayoutReserved: (row, { data: { runId, part } }, key) => {
      const isWaived = part === 1 && row?.isMinimumWaived === true;
      return change(row, key, { runId, ...(isWaived ? { waivedRunIds: [...row.waivedRunIds, runId] } : {}) });
    },
    PayoutReinstated: (row, { data }, key) => change(row, key, { runId: data.runId }),
    PayoutReleased: (row, _event, key) => change(row, key, { runId: null }),
    PayoutFailed: (row, _event, key) => change(row, key, { runId: null }),
    PayoutPaid: (row, { data: { runId, earnedCents, nettCents, part, parts } }, key) => {
      const paid = add(row, key, { earnedCents: -earnedCents, paidCents: nettCents, balanceCents: -nettCents });
      const isLast = part === parts;
      const usesWaiver = isLast && paid.waivedRunIds.includes(runId);
      return { ...paid, runId: isLast ? null : paid.runId, isMinimumWaived: paid.isMinimumWaived && !usesWaiver };
    },
    PayoutReturned: (row, { data: { runId, earnedCents, nettCents, part, parts } }, key) => {
      const returned = add(row, key, { earnedCents, paidCents: -nettCents, balanceCents: nettCents });
      const restoresWaiver = part === parts && returned.waivedRunIds.includes(runId);
      return { ...returned, isMinimumWaived: returned.isMinimumWaived || restoresWaiver };
    },
    RewardExpired: (row, { data: { nettCents } }, key) =>
      add(row, key, { earnedCents: -nettCents, expiredCents: nettCents, balanceCents: -nettCents }),
    PayoutHoldPlaced: (row, _event, key) => change(row, key, { holds: (row?.holds ?? 0) + 1 }),
    PayoutHoldReleased: (row, _event, key) => change(row, key, { holds: (row?.holds ?? 0) - 1 }),
    PayoutMinimumWaived: (row, _event, key) => {
      // The line that is at the bank was reserved under an earlier waiver.
      const waivedRunIds = (row?.waivedRunIds ?? []).filter((runId) => runId !== row?.runId);
      return change(row, key, { isMinimumWaived: true, waivedRunIds });
    },
  },
});
