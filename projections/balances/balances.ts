import type { Cents } from '@fynbos/domain/money.ts';
import type { Posting, RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import type { Projection } from '../engine/projection.ts';

/** What an agent is owed, in cents nett. Balances list every agent, rewarded or not. */
export interface BalanceRow {
  agentId: number;
  loyaltyTrackingNo: string | null;
  /** Earned and unpaid. */
  earnedCents: Cents;
  pendingCents: Cents;
  paidCents: Cents;
  expiredCents: Cents;
  /** Owed now: earned plus adjustments; pending is not in it. May be negative. */
  balanceCents: Cents;
  /** A payout run holds the account. */
  runId: string | null;
  /** Holds on payment that nobody released yet. */
  holds: number;
  /** The next run pays it below the minimum, as finance released it for a leaver. */
  isMinimumWaived: boolean;
  /** The day of the balance that was taken over from another system; null where none was. */
  takenOverOn: string | null;
}

type BalanceEvent =
  | RewardsAccountEvent
  | { readonly type: 'AgentActivated'; readonly data: { readonly loyaltyTrackingNo: string } };

const nettIn = (posting: Posting | null, status: Posting['status']): Cents =>
  posting?.status === status ? posting.nettCents : 0;

type Amount = 'earnedCents' | 'pendingCents' | 'paidCents' | 'expiredCents' | 'balanceCents';

// Field by field: spread is several times as slow, and a rebuild adds millions of times.
const add = (row: BalanceRow, change: Partial<Record<Amount, Cents>>): BalanceRow => ({
  agentId: row.agentId,
  loyaltyTrackingNo: row.loyaltyTrackingNo,
  earnedCents: row.earnedCents + (change.earnedCents ?? 0),
  pendingCents: row.pendingCents + (change.pendingCents ?? 0),
  paidCents: row.paidCents + (change.paidCents ?? 0),
  expiredCents: row.expiredCents + (change.expiredCents ?? 0),
  balanceCents: row.balanceCents + (change.balanceCents ?? 0),
  runId: row.runId,
  holds: row.holds,
  isMinimumWaived: row.isMinimumWaived,
  takenOverOn: row.takenOverOn,
});

function evolveBalance(row: BalanceRow, event: BalanceEvent): BalanceRow {
  switch (event.type) {
    case 'AgentActivated':
      return { ...row, loyaltyTrackingNo: event.data.loyaltyTrackingNo };
    case 'RewardPosted': {
      const { before, after } = event.data;
      const earnedCents = nettIn(after, 'Earned') - nettIn(before, 'Earned');
      const pendingCents = nettIn(after, 'Pending') - nettIn(before, 'Pending');
      return add(row, { earnedCents, pendingCents, balanceCents: earnedCents });
    }
    case 'AccountAdjusted':
      return add(row, { balanceCents: event.data.nettCents });
    case 'OpeningBalanceTaken': {
      const { nettCents, paidCents, asOf } = event.data;
      return add({ ...row, takenOverOn: asOf }, { earnedCents: nettCents, paidCents, balanceCents: nettCents });
    }
    case 'PayoutReserved':
      return { ...row, runId: event.data.runId };
    case 'PayoutReleased':
    case 'PayoutFailed':
      return { ...row, runId: null };
    case 'PayoutPaid': {
      const { earnedCents, nettCents } = event.data;
      const paid = add(row, { earnedCents: -earnedCents, paidCents: nettCents, balanceCents: -nettCents });
      // With the last part the waiver is used up.
      const isWhole = event.data.part === event.data.parts;
      return { ...paid, runId: null, isMinimumWaived: row.isMinimumWaived && !isWhole };
    }
    case 'PayoutReturned': {
      const { earnedCents, nettCents } = event.data;
      return add(row, { earnedCents, paidCents: -nettCents, balanceCents: nettCents });
    }
    case 'RewardExpired': {
      const { nettCents } = event.data;
      return add(row, { earnedCents: -nettCents, expiredCents: nettCents, balanceCents: -nettCents });
    }
    case 'PayoutHoldPlaced':
      return { ...row, holds: row.holds + 1 };
    case 'PayoutHoldReleased':
      return { ...row, holds: row.holds - 1 };
    case 'PayoutMinimumWaived':
      return { ...row, isMinimumWaived: true };
    case 'RewardCovered':
      return row;
  }
}

/** Read model `balances`, by agent. */
export const balances: Projection<BalanceRow, BalanceEvent> = {
  name: 'balances',
  version: 4,
  eventTypes: [
    'AgentActivated',
    'RewardPosted',
    'AccountAdjusted',
    'OpeningBalanceTaken',
    'PayoutReserved',
    'PayoutReleased',
    'PayoutFailed',
    'PayoutPaid',
    'PayoutReturned',
    'RewardExpired',
    'PayoutHoldPlaced',
    'PayoutHoldReleased',
    'PayoutMinimumWaived',
  ],
  table: {
    columns: {
      agentId: 'integer',
      loyaltyTrackingNo: 'text collate "C"',
      earnedCents: 'bigint',
      pendingCents: 'bigint',
      paidCents: 'bigint',
      expiredCents: 'bigint',
      balanceCents: 'bigint',
      runId: 'text',
      holds: 'integer',
      isMinimumWaived: 'boolean',
      takenOverOn: 'text',
    },
    primaryKey: 'agentId',
    indexes: ['("loyaltyTrackingNo")'],
  },
  keys: ({ streamId }) => [streamId.slice(streamId.lastIndexOf('-') + 1)],
  evolve: (row, event, key) => {
    const now = row ?? {
      agentId: Number(key),
      loyaltyTrackingNo: null,
      earnedCents: 0,
      pendingCents: 0,
      paidCents: 0,
      expiredCents: 0,
      balanceCents: 0,
      runId: null,
      holds: 0,
      isMinimumWaived: false,
      takenOverOn: null,
    };
    return evolveBalance(now, event as BalanceEvent);
  },
};
