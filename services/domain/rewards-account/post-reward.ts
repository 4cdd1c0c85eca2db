import { monthOf } from '../calendar.ts';
import type { Decision } from '../rental/events.ts';
import { bare, minus, NOTHING, sameAmounts } from './amounts.ts';
import type { PostReward } from './commands.ts';
import { reverseCorrections } from './corrections-in-force.ts';
import { coverReward, isCoveredBy } from './cover-reward.ts';
import type { AccountEventOf, Posting, RewardsAccountEvent } from './events.ts';
import { owedAfterPayment } from './owed-after-payment.ts';
import type { AccountReward, RewardsAccount } from './state.ts';

const VOID: Posting = { status: 'Void', ...NOTHING };

/** What the decision owes this agent: nothing when it was declined or credits somebody else. */
function owedBy(decision: Decision, agentId: number): Posting {
  if (decision.status === 'Declined' || decision.agentId !== agentId) return VOID;
  return { status: decision.status, ...bare(decision) };
}

const samePosting = (a: Posting, b: Posting): boolean => a.status === b.status && sameAmounts(a, b);

/** A reward that is neither paid nor expired, as a posting. */
export const postingOf = (reward: AccountReward): Posting => ({
  status: reward.status as Posting['status'],
  ...bare(reward),
});

/**
 * What a decision does to a reward that was paid: it stays paid, and the difference to what stands is a new entry dated
 * today; a hold changes nothing. PAYE by the treatment that the payment used. Null: no difference.
 */
export function correctionOf(
  reward: AccountReward,
  owed: Posting,
  about: { agentId: number; reservationNo: string; decisionNo: number; text: string | null; today: string },
): AccountEventOf<'AccountAdjusted'> | null {
  const target = owed.status === 'Void' ? NOTHING : owedAfterPayment(reward, owed, reward.paid?.rate ?? 0);
  const difference = minus(target, reward);
  if (sameAmounts(difference, NOTHING)) return null;
  const { agentId, reservationNo, decisionNo, text, today } = about;
  return {
    type: 'AccountAdjusted',
    data: {
      agentId,
      adjustmentId: `${reservationNo}#${decisionNo}`,
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
 * Whether nothing but a hold, its release, or another tax treatment came to an unpaid reward: what finance corrected of it
 * goes on to hold. The treatment is looked up again whenever facts come, and corrects nothing: that of the payment counts.
 */
const isTheSameGross = (known: AccountReward | undefined, owed: Posting): boolean =>
  known !== undefined && known.status !== 'Paid' && owed.status !== 'Void' && known.grossCents === owed.grossCents;

/**
 * Whether a decision has had its say. A payment puts a reward back as it was frozen under the decision that stands (see
 * `settlePayout`); once it came back, that decision counts again, and one that left the reward so changes nothing.
 */
const isOver = (known: AccountReward, decisionNo: number): boolean =>
  known.decisionNo > decisionNo || (known.decisionNo === decisionNo && known.status === 'Paid');

/**
 * A decision that is older than the one posted last, or that changes nothing, leads to no entry. One that changes what the
 * reservation is owed also takes back finance's corrections of it: they were of the decision before. What the balance
 * taken over has is not owed by any decision, however often it comes.
 */
export function postReward({ agentId, decision, today }: PostReward, state: RewardsAccount): RewardsAccountEvent[] {
  const { reservationNo, decisionNo, promoCode, reason } = decision;
  if (state.covered.get(reservationNo) !== undefined) return [];
  const known = state.rewards.get(reservationNo);
  if (isCoveredBy(state, decision, agentId)) return coverReward({ agentId, decision, today }, state);
  if (known !== undefined && isOver(known, decisionNo)) return [];
  const owed = owedBy(decision, agentId);
  const replaced = (): RewardsAccountEvent[] =>
    reverseCorrections(state, {
      agentId,
      reservationNo,
      decisionNo,
      reason: owed.status === 'Void' ? 'Credited' : 'Rerated',
      today,
    });
  if (known?.status === 'Paid') {
    const entry = correctionOf(known, owed, { agentId, reservationNo, decisionNo, text: reason, today });
    return entry ? [entry, ...replaced()] : [];
  }
  // What has expired is not owed again by any later decision.
  if (known?.status === 'Expired') return [];
  if (samePosting(known ? postingOf(known) : VOID, owed)) return [];
  const month = monthOf(decision.invoiceDate);
  const before = known ? postingOf(known) : null;
  return [
    {
      type: 'RewardPosted',
      data: { agentId, reservationNo, decisionNo, month, promoCode, reason, on: today, before, after: owed },
    },
    ...(isTheSameGross(known, owed) ? [] : replaced()),
  ];
}
