import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import { z } from 'zod';

export type LedgerEvent = AccountEventOf<'PayoutPaid' | 'PayoutReturned' | 'RewardExpired' | 'RewardCovered'>;

/** Kept for as long as a payment may still refer to it. Cents. */
export const creditingDecision = z.object({
  agentId: z.int(),
  grossCents: z.int(),
  treatment: z.object({ kind: z.string(), rate: z.number() }),
  promoCode: z.string().nullable(),
  tkRevenueCents: z.int(),
  rate: z.number().nullable(),
  minimumRewardCents: z.int(),
  policyVersion: z.int(),
});
export type CreditingDecision = Readonly<z.output<typeof creditingDecision>>;

/** How the reward ended in the account of one agent; each agent that it credited at some time has one. */
export const settlement = z.object({
  agentId: z.int(),
  /** `Covered`: the agent's opening balance contains it, so it is not owed (docs/decisions/0004). */
  as: z.enum(['Paid', 'Expired', 'Covered']),
  /** The gross that was paid or expired, cents. */
  grossCents: z.int(),
  payeCents: z.int(),
  /** Tax treatment of a payment, which uses the treatment of its day. Null: the decision's treatment. */
  treatment: z.object({ kind: z.string(), rate: z.number() }).nullable(),
  /** The run that paid it. */
  runId: z.string().nullable(),
  /** The decision that was paid or expired; null where no decision with that amount is known. */
  decision: creditingDecision.nullable(),
});
export type Settlement = Readonly<z.output<typeof settlement>>;

/** How a reservation ended, by agent, and earlier decisions that no account has settled. Null: none. */
export interface Settled {
  readonly settlements: readonly Settlement[] | null;
  readonly earlier: readonly CreditingDecision[] | null;
}

/** How a reservation ended in an agent's account; null where it has not ended, or no agent is credited. */
export const settlementFor = (all: readonly Settlement[] | null, agentId: number | null): Settlement | null =>
  all?.find((each) => each.agentId === agentId) ?? null;

const orNull = <Entry>(all: readonly Entry[]): readonly Entry[] | null => (all.length === 0 ? null : all);

const sameAmount = (a: CreditingDecision | null, b: CreditingDecision | null): boolean =>
  a !== null && b !== null && a.agentId === b.agentId && a.grossCents === b.grossCents;

/** A settled decision is in its settlement. Of those with one amount for one agent, only the last is kept. */
export function earlierThan(
  { settlements, earlier }: Settled,
  newest: CreditingDecision | null,
  next: CreditingDecision | null,
): readonly CreditingDecision[] | null {
  if (newest === null || sameAmount(newest, next) || settlementFor(settlements, newest.agentId)) return earlier;
  return [...(earlier?.filter((each) => !sameAmount(each, newest)) ?? []), newest];
}

/** The settlement that an account entry describes. `decisions` are those that it may refer to, the newest last. */
function settlementOf(
  { type, data }: Exclude<LedgerEvent, { type: 'PayoutReturned' }>,
  reservationNo: string,
  decisions: readonly CreditingDecision[],
): Settlement {
  const { agentId } = data;
  const none = { agentId, treatment: null, runId: null, decision: null };
  if (type === 'RewardCovered') return { ...none, as: 'Covered', grossCents: 0, payeCents: 0 };
  const reward = type === 'RewardExpired' ? data : data.rewards.find((each) => each.reservationNo === reservationNo);
  if (!reward) throw new Error('the payment contains no entry for this reservation');
  const { grossCents, payeCents } = reward;
  const decision = decisions.findLast((each) => each.agentId === agentId && each.grossCents === grossCents) ?? null;
  if (type === 'RewardExpired') return { ...none, as: 'Expired', grossCents, payeCents, decision };
  const { kind, rate } = data.treatment;
  return { ...none, as: 'Paid', grossCents, payeCents, treatment: { kind, rate }, runId: data.runId, decision };
}

/**
 * Whichever agent its newest decision credits (null: none). In an opening balance it stays there, even if the account
 * records an earlier payment.
 */
export function settledBy(
  { settlements, earlier }: Settled,
  newest: CreditingDecision | null,
  event: LedgerEvent,
  reservationNo: string,
): Settled {
  const { agentId } = event.data;
  const ended = settlementFor(settlements, agentId);
  if (ended?.as === 'Covered') return { settlements, earlier };
  const others = settlements?.filter((each) => each.agentId !== agentId) ?? [];
  const ofOthers = earlier?.filter((each) => each.agentId !== agentId) ?? [];
  if (event.type === 'PayoutReturned') {
    // A run may freeze the reservation once more before the account has processed the newest decision.
    const refrozen = ended?.decision && !sameAmount(ended.decision, newest) ? [ended.decision] : [];
    return { settlements: orNull(others), earlier: orNull([...ofOthers, ...refrozen]) };
  }
  const decisions = [...(earlier ?? []), ...(newest ? [newest] : [])];
  return {
    settlements: [...others, settlementOf(event, reservationNo, decisions)],
    earlier: orNull(ofOthers),
  };
}
