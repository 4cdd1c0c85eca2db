import type { Cents } from '@fynbos/domain/money.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';

export type LedgerEvent = AccountEventOf<'PayoutPaid' | 'PayoutReturned' | 'RewardExpired' | 'RewardCovered'>;

/** How a reservation ended in the account of one agent. Each agent whom it credited for a while has an account of their own. */
export interface Settlement {
  readonly agentId: number;
  /** `Covered`: the agent's taken-over balance has it, so that nothing of it is owed (docs/decisions/0100). */
  readonly as: 'Paid' | 'Expired' | 'Covered';
  /** What was paid or expired, cents. */
  readonly grossCents: Cents;
  readonly payeCents: Cents;
  /** How it was taxed: a payment by the treatment of its day (edges.md, Rewards). Null: as the decision. */
  readonly treatment: { readonly kind: string; readonly rate: number } | null;
  /** The run that paid it. */
  readonly runId: string | null;
}

/** How it ended in an agent's account; null where it did not, or nobody is credited. */
export const settlementFor = (all: readonly Settlement[] | null, agentId: number | null): Settlement | null =>
  all?.find((each) => each.agentId === agentId) ?? null;

const without = (all: readonly Settlement[] | null, agentId: number): Settlement[] =>
  all?.filter((each) => each.agentId !== agentId) ?? [];

/** What an entry says of how the reservation ended; null where it is open again. */
function settlementOf({ type, data }: LedgerEvent, reservationNo: string): Settlement | null {
  const { agentId } = data;
  if (type === 'RewardCovered')
    return { agentId, as: 'Covered', grossCents: 0, payeCents: 0, treatment: null, runId: null };
  if (type === 'RewardExpired') {
    const { grossCents, payeCents } = data;
    return { agentId, as: 'Expired', grossCents, payeCents, treatment: null, runId: null };
  }
  if (type === 'PayoutReturned') return null;
  const paid = data.rewards.find((reward) => reward.reservationNo === reservationNo);
  if (!paid) throw new Error('a payment does not name the reservation that it was asked for');
  const { kind, rate } = data.treatment;
  const { grossCents, payeCents } = paid;
  return { agentId, as: 'Paid', grossCents, payeCents, treatment: { kind, rate }, runId: data.runId };
}

/**
 * The settlements of a reservation after an entry of an account, whomever the reservation credits by then. What a balance
 * taken over has it keeps, though its account may still hear of a payment of before.
 */
export function settledBy(
  all: readonly Settlement[] | null,
  event: LedgerEvent,
  reservationNo: string,
): readonly Settlement[] | null {
  const { agentId } = event.data;
  if (settlementFor(all, agentId)?.as === 'Covered') return all;
  const now = settlementOf(event, reservationNo);
  const others = without(all, agentId);
  if (now) return [...others, now];
  return others.length === 0 ? null : others;
}
