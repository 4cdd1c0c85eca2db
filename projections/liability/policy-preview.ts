import type { Day } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import type { Pool } from 'pg';
import { LIVE_TABLES } from './owed.ts';

/** Agents at or above the payout minimum with their balances, under the current and the other terms. Cents. */
export interface PayableUnder {
  readonly agentsNow: number;
  readonly agentsThen: number;
  readonly centsNow: number;
  readonly centsThen: number;
}

/** Balances that reach the payout minimum, under the current and the other terms. */
export async function payableUnder(pool: Pool, now: RewardPolicyTerms, then: RewardPolicyTerms): Promise<PayableUnder> {
  const { rows } = await pool.query<PayableUnder>(
    `select count(*) filter (where "balanceCents" >= $1)::int as "agentsNow", count(*) filter (where "balanceCents" >= $2)::int as "agentsThen",
       coalesce(sum("balanceCents") filter (where "balanceCents" >= $1), 0)::float8 as "centsNow",
       coalesce(sum("balanceCents") filter (where "balanceCents" >= $2), 0)::float8 as "centsThen"
     from ${LIVE_TABLES.balances} where "balanceCents" > 0`,
    [now.payoutMinimumCents, then.payoutMinimumCents],
  );
  return rows[0] ?? { agentsNow: 0, agentsThen: 0, centsNow: 0, centsThen: 0 };
}

/** Gross rewards and PAYE of rentals, as decided and under other terms. Cents. */
export interface RewardsUnder {
  readonly rentals: number;
  readonly grossNow: number;
  readonly grossThen: number;
  readonly payeNow: number;
  readonly payeThen: number;
}

/**
 * Rewards of the rentals invoiced since a day, as decided and under the minimum and PAYE rate of other terms (R9, R10).
 */
export async function rewardsUnder(pool: Pool, { minimumRewardCents, payeRate }: RewardPolicyTerms, since: Day) {
  const { rows } = await pool.query<RewardsUnder>(
    `with decided as (
       select "grossCents", "payeCents", "tkRevenueCents", floor("tkRevenueCents" * rate::numeric + 0.5) as computed, status, reason
       from ${LIVE_TABLES.incentives}
       where "invoiceDate" >= $1 and rate is not null and (status in ('Earned', 'Pending', 'Paid') or reason = 'RewardExceedsRevenue')
     ), other as (
       select *, case when greatest(computed, $2) > "tkRevenueCents" then 0 else greatest(computed, $2) end as gross from decided
     )
     select count(*)::int as rentals, coalesce(sum("grossCents"), 0)::float8 as "grossNow", coalesce(sum(gross), 0)::float8 as "grossThen",
       coalesce(sum("payeCents"), 0)::float8 as "payeNow", coalesce(sum(floor(gross * $3::numeric + 0.5)), 0)::float8 as "payeThen"
     from other`,
    [since, minimumRewardCents, payeRate],
  );
  return rows[0] ?? { rentals: 0, grossNow: 0, grossThen: 0, payeNow: 0, payeThen: 0 };
}
