import { amountsOnly } from '../amounts.ts';
import { addDays, addMonths, type Day } from '../calendar.ts';
import type { AccountCommandOf } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import { type AccountReward, earnedOldestFirst, openAdjustmentsCents, type RewardsAccount } from './state.ts';

/** Maximum number of rewards that one command expires; the reactor repeats the command until none is left. */
const AT_ONCE = 500;

/**
 * The first day on which an unpaid reward is expired: this number of months after the decision that first earned it.
 */
export const expiresOn = (earnedOn: Day, expiryMonths: number): Day => addMonths(earnedOn, expiryMonths);

/** Days by which a reward may be earned before its first invoice: facts may be dated one day ahead. */
const DAYS_AHEAD = 1;
/** Days of a month that a shorter one lacks: what was earned on 29, 30 or 31 January expires on 28 February. */
const DAYS_CUT = 3;

/**
 * The latest day of a reservation's first invoice for a reward that may be expired on a day. Later invoices do not
 * count, because expiry counts from the first decision that earned the reward.
 */
export const firstInvoicedBy = (until: Day, expiryMonths: number): Day =>
  addDays(addMonths(until, -expiryMonths), DAYS_AHEAD + DAYS_CUT);

/**
 * Earned rewards that no run reserves and no clawback covers, oldest first, with the day from which expiry counts.
 * Clawbacks use up the oldest rewards first; a reward that a clawback covers, wholly or in part, does not expire.
 */
export function unclaimedRewards(
  state: RewardsAccount,
): { reservationNo: string; reward: AccountReward; earnedOn: Day }[] {
  let clawedBack = Math.max(0, -openAdjustmentsCents(state));
  return earnedOldestFirst(state).flatMap(([reservationNo, reward]) => {
    const isCovered = clawedBack > 0;
    clawedBack -= Math.min(clawedBack, reward.nettCents);
    if (isCovered || reward.line !== null || reward.earnedOn === null) return [];
    return [{ reservationNo, reward, earnedOn: reward.earnedOn }];
  });
}

/** `RewardExpired` for each reward with its expiry day reached. */
export function expireRewards(
  { agentId, expiryMonths }: AccountCommandOf<'ExpireRewards'>,
  state: RewardsAccount,
  today: Day,
): RewardsAccountEvent[] {
  return unclaimedRewards(state)
    .filter(({ earnedOn }) => expiresOn(earnedOn, expiryMonths) <= today)
    .slice(0, AT_ONCE)
    .map(({ reservationNo, reward }) => ({
      type: 'RewardExpired',
      data: { agentId, reservationNo, month: reward.month, on: today, ...amountsOnly(reward) },
    }));
}
