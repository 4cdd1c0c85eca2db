import { amountsOnly } from '../amounts.ts';
import { EXPIRED_REWARDS_PER_APPEND } from '../append-limits.ts';
import { addDays, addMonths, type Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { AccountCommandOf } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import {
  type AccountReward,
  earnedOldestFirst,
  OPENING_ADJUSTMENT,
  openAdjustmentsCents,
  type RewardsAccount,
} from './state.ts';

/** Counted from the decision that first earned the reward. */
export const expiresOn = (earnedOn: Day, expiryMonths: number): Day => addMonths(earnedOn, expiryMonths);

/** Days by which a reward may be earned before its first invoice: facts may be dated one day ahead. */
const MAX_FACT_DAYS_AHEAD = 1;
/** What was earned on 29, 30 or 31 January expires on 28 February. */
const MAX_MONTH_END_SHIFT_DAYS = 3;

/** The latest first invoice of a reward that may be expired on a day; later invoices do not count. */
export const firstInvoicedBy = (until: Day, expiryMonths: number): Day =>
  addDays(addMonths(until, -expiryMonths), MAX_FACT_DAYS_AHEAD + MAX_MONTH_END_SHIFT_DAYS);

/** Cents that later rewards offset (L5): open corrections and a negative opening balance, less open credits. */
function clawbacksOf(account: RewardsAccount): Cents {
  const opening = account.adjustments.get(OPENING_ADJUSTMENT);
  const owedByOpening = opening && opening.state !== 'settled' ? Math.min(0, opening.nettCents) : 0;
  return Math.max(0, -(openAdjustmentsCents(account) + owedByOpening));
}

/**
 * The rewards that can expire (E2): neither reserved nor covered by a clawback or a negative opening balance, oldest
 * first, with the day from which expiry counts. A reward that is covered in part does not expire.
 */
export function expirableRewards(
  state: RewardsAccount,
): { reservationNo: string; reward: AccountReward; earnedOn: Day }[] {
  let clawedBack = clawbacksOf(state);
  return earnedOldestFirst(state).flatMap(([reservationNo, reward]) => {
    const isCovered = clawedBack > 0;
    clawedBack -= Math.min(clawedBack, reward.nettCents);
    if (isCovered || reward.line !== null || reward.earnedOn === null) return [];
    return [{ reservationNo, reward, earnedOn: reward.earnedOn }];
  });
}

export function expireRewards(
  { agentId, expiryMonths }: AccountCommandOf<'ExpireRewards'>,
  state: RewardsAccount,
  today: Day,
): RewardsAccountEvent[] {
  return expirableRewards(state)
    .filter(({ earnedOn }) => expiresOn(earnedOn, expiryMonths) <= today)
    .slice(0, EXPIRED_REWARDS_PER_APPEND)
    .map(({ reservationNo, reward }) => ({
      type: 'RewardExpired',
      data: { agentId, reservationNo, month: reward.month, on: today, ...amountsOnly(reward) },
    }));
}
