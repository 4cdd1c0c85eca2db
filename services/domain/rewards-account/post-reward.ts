import { type Amounts, amountsOnly, minus, sameAmounts, taxedAt, ZERO } from '../amounts.ts';
import { type Day, monthOf } from '../calendar.ts';
import type { Decision } from '../rental/events.ts';
import type { PostReward } from './commands.ts';
import { hasReplacedCorrections, reverseCorrections } from './corrections-in-force.ts';
import { coverReward, isCoveredBy } from './cover-reward.ts';
import type { AccountEventOf, Posting, RewardsAccountEvent } from './events.ts';
import { type AccountReward, type PaidAccountReward, postingOf, type RewardsAccount } from './state.ts';

const VOID: Posting = { status: 'Void', ...ZERO };

/** Nothing when it is declined or credits another agent. */
function owedBy(decision: Decision, agentId: number): Posting {
  if (decision.status === 'Declined' || decision.agentId !== agentId) return VOID;
  return { status: decision.status, ...amountsOnly(decision) };
}

const samePosting = (a: Posting, b: Posting): boolean => a.status === b.status && sameAmounts(a, b);

/**
 * The difference on a paid reward, dated today; PAYE by the treatment of the payment. A hold changes nothing. Null:
 * none.
 */
export function correctionOf(
  reward: PaidAccountReward,
  owed: Posting,
  about: { agentId: number; reservationNo: string; decisionNo: number; text: string | null; today: string },
): AccountEventOf<'AccountAdjusted'> | null {
  const target = owed.status === 'Void' ? ZERO : correctionAfterPayment(reward, owed, reward.paid.rate);
  const difference = minus(target, reward);
  if (sameAmounts(difference, ZERO)) return null;
  const { agentId, reservationNo, decisionNo, text, today } = about;
  return {
    type: 'AccountAdjusted',
    data: {
      agentId,
      adjustmentId: `${reservationNo}#${decisionNo}`,
      cause: { kind: 'decision', decisionNo },
      reason: owed.status === 'Void' ? 'Credited' : 'Rerated',
      text,
      reservationNo,
      decisionNo,
      payeRate: null,
      dated: today,
      owed,
      ...difference,
    },
  };
}

/**
 * A hold, its release or another tax treatment keeps finance's corrections. The treatment is looked up with each fact
 * and corrects nothing, because the payment's treatment counts.
 */
const hasSameGross = (reward: AccountReward | undefined, owed: Posting): boolean =>
  reward !== undefined && reward.status !== 'Paid' && owed.status !== 'Void' && reward.grossCents === owed.grossCents;

/**
 * A payment restores the frozen state under the current decision (`settlePayout`). After a return that decision counts
 * again, so one that leaves the reward unchanged has no effect.
 */
const isOver = (reward: AccountReward, decisionNo: number): boolean =>
  reward.decisionNo > decisionNo || (reward.decisionNo === decisionNo && reward.status === 'Paid');

/**
 * No events for a decision that is older than the last posted one, changes nothing, or is in the opening balance. A
 * changed amount also reverses finance's corrections, which belong to the previous decision.
 */
export function postReward(command: PostReward, state: RewardsAccount, today: Day): RewardsAccountEvent[] {
  const { agentId, decision } = command;
  const { reservationNo, decisionNo, promoCode, reason } = decision;
  if (state.covered.get(reservationNo) !== undefined) return [];
  const reward = state.rewards.get(reservationNo);
  if (isCoveredBy(state, decision, agentId)) return coverReward(command, state, today);
  if (reward !== undefined && isOver(reward, decisionNo)) return [];
  const owed = owedBy(decision, agentId);
  const replaced = (): RewardsAccountEvent[] =>
    reverseCorrections(state, {
      agentId,
      reservationNo,
      decisionNo,
      reason: owed.status === 'Void' ? 'Credited' : 'Rerated',
      today,
    });
  if (reward?.status === 'Paid') {
    const entry = correctionOf(reward, owed, { agentId, reservationNo, decisionNo, text: reason, today });
    return entry ? [entry, ...replaced()] : [];
  }
  // An expired reward is not owed again by any later decision (E3). One that ends the debt also ends its corrections.
  if (reward?.status === 'Expired') {
    const isEnded = owed.status === 'Void' && decision.before?.agentId === agentId;
    return isEnded && !hasReplacedCorrections(state, reservationNo, decisionNo) ? replaced() : [];
  }
  if (samePosting(reward ? postingOf(reward) : VOID, owed)) return [];
  const month = monthOf(decision.invoiceDate);
  const before = reward ? postingOf(reward) : null;
  return [
    {
      type: 'RewardPosted',
      data: { agentId, reservationNo, decisionNo, month, promoCode, reason, on: today, before, after: owed },
    },
    ...(hasSameGross(reward, owed) ? [] : replaced()),
  ];
}

/**
 * At `rate`. While the rental is on hold, an increase waits for the decision of the release (L6, docs/decisions/0019).
 */
export function correctionAfterPayment(
  reward: PaidAccountReward,
  owed: Amounts & { readonly status: string },
  rate: number,
): Amounts {
  const { paid } = reward;
  const most = paid.grossCents > reward.grossCents ? paid : reward;
  const isIncreaseOnHold = owed.status === 'Pending' && owed.grossCents > most.grossCents;
  return taxedAt(isIncreaseOnHold ? most : owed, rate);
}
