import { amountsOnly, minus, sameAmounts, ZERO } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import type { Decision } from '../rental/events.ts';
import { OPENING_BALANCE } from '../rental/reasons.ts';
import type { PostReward } from './commands.ts';
import { correctedBy, reverseCorrections } from './corrections-in-force.ts';
import type { Posting, RewardsAccountEvent } from './events.ts';
import { type AccountReward, postingOf, type RewardsAccount } from './state.ts';

const VOID: Posting = { status: 'Void', ...ZERO };

/**
 * The reservation was first invoiced on a day that the opening balance includes. Declined ones owe nothing, and those
 * of other agents belong to their accounts (docs/decisions/0004).
 */
export const isCoveredBy = ({ opening }: RewardsAccount, decision: Decision, agentId: number): boolean =>
  opening !== null &&
  decision.agentId === agentId &&
  decision.status !== 'Declined' &&
  (decision.firstInvoicedOn ?? decision.invoiceDate) <= opening.asOf;

/** Reverses the amount owed before; an amount already paid becomes a deduction from later rewards. */
function undone(
  reward: AccountReward,
  { agentId, decision: { reservationNo } }: PostReward,
  today: Day,
): RewardsAccountEvent[] {
  const { decisionNo, month, promoCode } = reward;
  if (reward.status === 'Void' || reward.status === 'Expired') return [];
  if (reward.status === 'Paid') {
    if (sameAmounts(reward, ZERO)) return [];
    const common = { agentId, adjustmentId: `${reservationNo}#opening`, reservationNo, decisionNo, dated: today };
    const reversal = minus(ZERO, reward);
    return [
      {
        type: 'AccountAdjusted',
        data: {
          ...common,
          cause: { kind: 'opening-balance' },
          reason: 'Other',
          text: OPENING_BALANCE,
          payeRate: null,
          ...reversal,
        },
      },
    ];
  }
  const before = postingOf(reward);
  const common = { agentId, reservationNo, decisionNo, month, promoCode };
  return [{ type: 'RewardPosted', data: { ...common, reason: OPENING_BALANCE, on: today, before, after: VOID } }];
}

/** Decisions give other reasons for their reversals. */
const REVERSAL_REASON = 'Other';

/**
 * The corrections of an expired reward that were booked before the opening balance end once: later ones are booked with
 * knowledge of it, and nothing records that an expired reward is covered.
 */
function hasCorrectionsToReplace(state: RewardsAccount, reservationNo: string): boolean {
  if (state.opening === null) return false;
  const { corrections } = state.opening;
  if (sameAmounts(correctedBy({ ...state, corrections }, reservationNo), ZERO)) return false;
  return !(state.corrections.get(reservationNo) ?? []).some((adjustmentId) => {
    const entry = state.adjustments.get(adjustmentId);
    return entry?.cause.kind === 'reversal' && entry.reason === REVERSAL_REASON;
  });
}

/**
 * Permanently assigns a reservation to the opening balance, and reverses the amount owed with finance's corrections. A
 * decision older than the last posted one is ignored, and an expired reward stays expired.
 */
export function coverReward(command: PostReward, state: RewardsAccount, today: Day): RewardsAccountEvent[] {
  const { agentId, decision } = command;
  const { reservationNo, decisionNo } = decision;
  const reward = state.rewards.get(reservationNo);
  if (reward && reward.decisionNo > decisionNo) return [];
  const reversals = reverseCorrections(state, { agentId, reservationNo, decisionNo, reason: REVERSAL_REASON, today });
  if (reward?.status === 'Expired') return hasCorrectionsToReplace(state, reservationNo) ? reversals : [];
  const asOf = state.opening?.asOf ?? today;
  return [
    ...(reward ? undone(reward, command, today) : []),
    { type: 'RewardCovered', data: { agentId, reservationNo, decisionNo, asOf, on: today, ...amountsOnly(decision) } },
    ...reversals,
  ];
}
