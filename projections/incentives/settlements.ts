import type { Cents } from '@fynbos/domain/money.ts';
import type { Basis } from '@fynbos/domain/rental/explain.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';

export type LedgerEvent = AccountEventOf<'PayoutPaid' | 'PayoutReturned' | 'RewardExpired' | 'RewardCovered'>;

/** What a row keeps of a decision that credited an agent, for as long as a payment may turn out to be of it. */
export interface CreditingDecision extends Basis {
  readonly agentId: number;
  readonly grossCents: Cents;
  readonly treatment: { readonly kind: string; readonly rate: number };
}

/** How a reservation ended in the account of one agent. Each agent whom it credited for a while has an account of their own. */
export interface Settlement {
  readonly agentId: number;
  /** `Covered`: the agent's taken-over balance has it, so that nothing of it is owed (docs/decisions/0021). */
  readonly as: 'Paid' | 'Expired' | 'Covered';
  /** What was paid or expired, cents. */
  readonly grossCents: Cents;
  readonly payeCents: Cents;
  /** How it was taxed: a payment by the treatment of its day. Null: as the decision. */
  readonly treatment: { readonly kind: string; readonly rate: number } | null;
  /** The run that paid it. */
  readonly runId: string | null;
  /** The decision that was paid or expired; null where none of that amount is known. */
  readonly decision: CreditingDecision | null;
}

/** How a reservation ended, by agent, and decisions before the newest that no account has settled. Null: none. */
export interface Settled {
  readonly settlements: readonly Settlement[] | null;
  readonly earlier: readonly CreditingDecision[] | null;
}

/** How it ended in an agent's account; null where it did not, or nobody is credited. */
export const settlementFor = (all: readonly Settlement[] | null, agentId: number | null): Settlement | null =>
  all?.find((each) => each.agentId === agentId) ?? null;

const orNull = <Entry>(all: readonly Entry[]): readonly Entry[] | null => (all.length === 0 ? null : all);

const sameAmount = (a: CreditingDecision | null, b: CreditingDecision | null): boolean =>
  a !== null && b !== null && a.agentId === b.agentId && a.grossCents === b.grossCents;

/**
 * The earlier decisions once another follows the newest. Of one that was settled the settlement itself knows, and of the
 * same amount for the same agent the last has the say.
 */
export function earlierThan(
  { settlements, earlier }: Settled,
  newest: CreditingDecision | null,
  next: CreditingDecision | null,
): readonly CreditingDecision[] | null {
  if (newest === null || sameAmount(newest, next) || settlementFor(settlements, newest.agentId)) return earlier;
  return [...(earlier?.filter((each) => !sameAmount(each, newest)) ?? []), newest];
}

/** What an entry says of how the reservation ended. `decisions` are those that it may be of, the newest last. */
function settlementOf(
  { type, data }: Exclude<LedgerEvent, { type: 'PayoutReturned' }>,
  reservationNo: string,
  decisions: readonly CreditingDecision[],
): Settlement {
  const { agentId } = data;
  const none = { agentId, treatment: null, runId: null, decision: null };
  if (type === 'RewardCovered') return { ...none, as: 'Covered', grossCents: 0, payeCents: 0 };
  const reward = type === 'RewardExpired' ? data : data.rewards.find((each) => each.reservationNo === reservationNo);
  if (!reward) throw new Error('a payment does not name the reservation that it was asked for');
  const { grossCents, payeCents } = reward;
  const decision = decisions.findLast((each) => each.agentId === agentId && each.grossCents === grossCents) ?? null;
  if (type === 'RewardExpired') return { ...none, as: 'Expired', grossCents, payeCents, decision };
  const { kind, rate } = data.treatment;
  return { ...none, as: 'Paid', grossCents, payeCents, treatment: { kind, rate }, runId: data.runId, decision };
}

/**
 * How a reservation ended, after an entry of an account, whomever its newest decision credits by then (null: nobody). What a
 * balance taken over has it keeps, though its account may still hear of a payment of before.
 */
export function settledBy(
  { settlements, earlier }: Settled,
  newest: CreditingDecision | null,
  event: LedgerEvent,
  reservationNo: string,
): Settled {
  const { agentId } = event.data;
  const known = settlementFor(settlements, agentId);
  if (known?.as === 'Covered') return { settlements, earlier };
  const others = settlements?.filter((each) => each.agentId !== agentId) ?? [];
  const ofOthers = earlier?.filter((each) => each.agentId !== agentId) ?? [];
  if (event.type === 'PayoutReturned') {
    // A run may freeze it once more before the account has heard of the newest decision.
    const again = known?.decision && !sameAmount(known.decision, newest) ? [known.decision] : [];
    return { settlements: orNull(others), earlier: orNull([...ofOthers, ...again]) };
  }
  const decisions = [...(earlier ?? []), ...(newest ? [newest] : [])];
  return {
    settlements: [...others, settlementOf(event, reservationNo, decisions)],
    earlier: orNull(ofOthers),
  };
}
