import { addDays, addMonths, type Day } from '../calendar.ts';
import { bare } from './amounts.ts';
import type { AccountCommandOf } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import { type AccountReward, earnedOldestFirst, openAdjustmentsCents, type RewardsAccount } from './state.ts';

/** Rewards that one command lets expire at most; the reactor repeats it until nothing is left. */
const AT_ONCE = 500;

/** The first day on which an unpaid reward is gone: so many months after the decision that first earned it. */
export const expiresOn = (earnedOn: Day, expiryMonths: number): Day => addMonths(earnedOn, expiryMonths);

/**
 * The last day of a reservation's first invoice, and of the decision that earned it, by which its reward may be gone on a day.
 * Nothing is earned earlier than the day before its first invoice, for facts may be dated a day ahead; later invoices do not
 * count, for the expiry goes on from the first decision that earned it.
 */
export const firstInvoicedBy = (until: Day, expiryMonths: number): Day => addDays(addMonths(until, -expiryMonths), 2);

/**
 * Earned rewards that no run holds and no clawback stands against, oldest first, with the day that the expiry counts from.
 * Clawbacks take the oldest first; a reward that one covers, wholly or in part, is spoken for.
 */
export function unclaimedRewards(
  state: RewardsAccount,
): { reservationNo: string; reward: AccountReward; earnedOn: Day }[] {
  let clawedBack = Math.max(0, -openAdjustmentsCents(state));
  return earnedOldestFirst(state).flatMap(([reservationNo, reward]) => {
    const isCovered = clawedBack > 0;
    clawedBack -= Math.min(clawedBack, reward.nettCents);
    if (isCovered || reward.runId !== null || reward.earnedOn === null) return [];
    return [{ reservationNo, reward, earnedOn: reward.earnedOn }];
  });
}

/** The unclaimed rewards, oldest first, with the day on which each expires where the months stay as they are. */
export const expiringRewards = (
  state: RewardsAccount,
  expiryMonths: number,
): { reservationNo: string; reward: AccountReward; on: Day }[] =>
  unclaimedRewards(state).map(({ reservationNo, reward, earnedOn }) => ({
    reservationNo,
    reward,
    on: expiresOn(earnedOn, expiryMonths),
  }));

/** `RewardExpired` for each reward whose day has come. */
export function expireRewards(
  { agentId, today, expiryMonths }: AccountCommandOf<'ExpireRewards'>,
  state: RewardsAccount,
): RewardsAccountEvent[] {
  return expiringRewards(state, expiryMonths)
    .filter(({ on }) => on <= today)
    .slice(0, AT_ONCE)
    .map(({ reservationNo, reward }) => ({
      type: 'RewardExpired',
      data: { agentId, reservationNo, month: reward.month, on: today, ...bare(reward) },
    }));
}
