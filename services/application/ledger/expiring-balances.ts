import { type Day, type Month, monthOf } from '@fynbos/domain/calendar.ts';
import { expiryDayUnder } from '@fynbos/domain/reward-policy/expiry-day.ts';
import type { RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { firstInvoicedBy, unclaimedRewards } from '@fynbos/domain/rewards-account/expiry.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { agentsWithRewardsUpTo } from '@fynbos/projections/liability/forecast.ts';
import type pg from 'pg';
import { loadMany } from '../handle.ts';

/** Accounts that are loaded in one round trip. */
const AT_ONCE = 500;

/** Agents with an unpaid reward that may expire by a day. The read model only finds them; their accounts decide. */
export const agentsWithOldRewards = async (db: pg.Pool, expiryMonths: number | null, until: Day): Promise<number[]> =>
  expiryMonths === null ? [] : agentsWithRewardsUpTo(db, firstInvoicedBy(until, expiryMonths));

/** An agent's rewards that expire in a month before they are paid. Cents nett. */
export interface Expiring {
  readonly agentId: number;
  /** Index of the month in the forecast. */
  readonly monthIndex: number;
  readonly cents: number;
}

interface Owed {
  readonly agentId: number;
  readonly cents: number;
  /** Index of the month in which the balance is paid; null if unknown. */
  readonly paidIn: number | null;
}

/** The policy of each day, and the period of the forecast. */
export interface ExpiryPeriod {
  readonly policy: RewardPolicy;
  /** The shortest expiry within the period, months; null if nothing expires. */
  readonly shortestMonths: number | null;
  readonly today: Day;
  readonly until: Day;
  readonly months: readonly Month[];
}

/** Nett cents that expire before payment, by month index. A reward that is paid in the month of its expiry is paid. */
function expiringByMonth(account: RewardsAccount, paidIn: number | null, period: ExpiryPeriod, youngest: Day) {
  const { policy, today, until, months } = period;
  const byMonth = new Map<number, number>();
  for (const { reward, earnedOn } of unclaimedRewards(account)) {
    // Most rewards are too young to expire. Skipping them first saves a third of the time.
    if (earnedOn > youngest) continue;
    const on = expiryDayUnder(policy, earnedOn, until, today);
    if (on === null) continue;
    const monthIndex = Math.max(0, months.indexOf(monthOf(on)));
    if (paidIn !== null && paidIn <= monthIndex) continue;
    byMonth.set(monthIndex, (byMonth.get(monthIndex) ?? 0) + reward.nettCents);
  }
  return [...byMonth].sort(([a], [b]) => a - b);
}

/**
 * The part of the agents' balances that expires before it is paid, by their accounts and the policy of each day (E1).
 */
export async function expiringBalances(
  log: EventLog,
  owed: readonly Owed[],
  period: ExpiryPeriod,
): Promise<Expiring[]> {
  if (period.shortestMonths === null) return [];
  const youngest = firstInvoicedBy(period.until, period.shortestMonths);
  const late = owed.filter(({ paidIn }) => paidIn !== 0);
  const found: Expiring[] = [];
  for (let start = 0; start < late.length; start += AT_ONCE) {
    const slice = late.slice(start, start + AT_ONCE);
    const accounts = await loadMany(
      log,
      rewardsAccountDecider,
      slice.map(({ agentId }) => accountStreamOf(agentId)),
    );
    for (const { agentId, cents, paidIn } of slice) {
      const account = accounts.get(accountStreamOf(agentId))?.state ?? rewardsAccountDecider.initial;
      let left = cents;
      for (const [monthIndex, own] of expiringByMonth(account, paidIn, period, youngest)) {
        const lost = Math.min(left, own);
        left -= lost;
        if (lost > 0) found.push({ agentId, monthIndex, cents: lost });
      }
    }
  }
  return found;
}
