import { type Day, type Month, monthOf } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { expiryDayUnder } from '@fynbos/domain/reward-policy/expiry-day.ts';
import type { RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { firstInvoicedBy, unclaimedRewards } from '@fynbos/domain/rewards-account/expiry.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import type pg from 'pg';

/** Accounts that are read at once. */
const AT_ONCE = 500;

/** Agents with an unpaid reward that may expire by a day. Their accounts decide; first invoices only find them, as for the nightly work. */
export async function agentsWithOldRewards(pool: pg.Pool, expiryMonths: number | null, until: Day): Promise<number[]> {
  if (expiryMonths === null) return [];
  const { rows } = await pool.query<{ agentId: number }>(
    `select distinct "agentId" from ${readModelTable(incentives).sql}
     where status = 'Earned' and "agentId" is not null and "firstInvoicedOn" <= $1`,
    [firstInvoicedBy(until, expiryMonths)],
  );
  return rows.map(({ agentId }) => agentId);
}

/** An agent's rewards that expire in a month before they are paid; `place` is the month's among those looked at. Cents nett. */
export interface Expiring {
  readonly agentId: number;
  readonly place: number;
  readonly cents: number;
}

interface Owed {
  readonly agentId: number;
  readonly cents: number;
  /** The month in which it is paid, by its place; null where none can be given. */
  readonly place: number | null;
}

/**
 * What expires of the agents' balances before it is paid, by the accounts themselves and the policy of each day from today
 * on. What is paid in the month in which it would expire is paid.
 */
export async function expiringFirst(
  log: EventLog,
  owed: readonly Owed[],
  {
    policy,
    shortestMonths,
    today,
    until,
    months,
  }: { policy: RewardPolicy; shortestMonths: number | null; today: Day; until: Day; months: readonly Month[] },
): Promise<Expiring[]> {
  const late = owed.filter(({ place }) => place !== 0);
  const found: Expiring[] = [];
  if (shortestMonths === null) return found;
  const last = firstInvoicedBy(until, shortestMonths);
  for (let start = 0; start < late.length; start += AT_ONCE) {
    const slice = late.slice(start, start + AT_ONCE);
    const streams = await log.readStreams(slice.map(({ agentId }) => accountStreamOf(agentId)));
    for (const { agentId, cents, place: paidIn } of slice) {
      const events = (streams.get(accountStreamOf(agentId))?.events ?? []) as never;
      const account = fold(rewardsAccountDecider, rewardsAccountDecider.initial, events);
      const byPlace = new Map<number, number>();
      for (const { reward, earnedOn } of unclaimedRewards(account)) {
        // Most are too young for any terms: to count months for each is a third of the work.
        if (earnedOn > last) continue;
        const on = expiryDayUnder(policy, earnedOn, until, today);
        if (on === null) continue;
        // What is due already goes tonight.
        const place = Math.max(0, months.indexOf(monthOf(on)));
        if (paidIn !== null && paidIn <= place) continue;
        byPlace.set(place, (byPlace.get(place) ?? 0) + reward.nettCents);
      }
      let left = cents;
      for (const [place, own] of [...byPlace].sort(([a], [b]) => a - b)) {
        const lost = Math.min(left, own);
        left -= lost;
        if (lost > 0) found.push({ agentId, place, cents: lost });
      }
    }
  }
  return found;
}
