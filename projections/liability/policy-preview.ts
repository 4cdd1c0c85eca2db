import type { Day } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { rowOf } from '../engine/read-model.ts';
import { LIVE_TABLES } from './tables.ts';

/** Agents at or above the payout minimum with their balances, under the current and the other terms. Cents. */
export const payableSchema = z.object({
  agentsNow: z.int(),
  agentsThen: z.int(),
  centsNow: z.int(),
  centsThen: z.int(),
});
type PayableUnder = z.output<typeof payableSchema>;

/** Balances of active agents without a hold that reach the payout minimum, under the current and the other terms. */
export async function payableUnder(
  db: Pool,
  current: RewardPolicyTerms,
  proposed: RewardPolicyTerms,
): Promise<PayableUnder> {
  const found = await rowOf<PayableUnder>(
    db,
    `select count(*) filter (where "balanceCents" >= $1)::int as "agentsNow", count(*) filter (where "balanceCents" >= $2)::int as "agentsThen",
       coalesce(sum("balanceCents") filter (where "balanceCents" >= $1), 0)::float8 as "centsNow",
       coalesce(sum("balanceCents") filter (where "balanceCents" >= $2), 0)::float8 as "centsThen"
     from ${LIVE_TABLES.balances} b join ${LIVE_TABLES.agents} a on a.id = b."agentId"
     where b."balanceCents" > 0 and b.holds = 0 and a.status = 'active'`,
    [current.payoutMinimumCents, proposed.payoutMinimumCents],
  );
  return found as PayableUnder;
}

/** Gross rewards and PAYE of rentals, as decided and under other terms. Cents. */
export const rewardsSchema = z.object({
  rentals: z.int(),
  grossNow: z.int(),
  grossThen: z.int(),
  payeNow: z.int(),
  payeThen: z.int(),
});
type RewardsUnder = z.output<typeof rewardsSchema>;

/**
 * Invoiced since a day, as decided and by other minimum and PAYE rate (R9, R10). Corrections and treatments stay: only
 * the effect of the terms is added, so equal terms change nothing.
 */
export async function rewardsUnder(db: Pool, { minimumRewardCents, payeRate }: RewardPolicyTerms, since: Day) {
  const found = await rowOf<RewardsUnder>(
    db,
    `with decided as (
       select "grossCents", "payeCents", "tkRevenueCents", floor("tkRevenueCents" * rate::numeric + 0.5) as computed,
         "minimumRewardCents", treatment = 'paye' as "isPaye", "payeRate"
       from ${LIVE_TABLES.incentives}
       where "invoiceDate" >= $1 and rate is not null and (status in ('Earned', 'Pending', 'Paid') or reason = 'RewardExceedsRevenue')
     ), both_ways as (
       select *, case when greatest(computed, "minimumRewardCents") > "tkRevenueCents" then 0 else greatest(computed, "minimumRewardCents") end as was,
         case when greatest(computed, $2) > "tkRevenueCents" then 0 else greatest(computed, $2) end as becomes from decided
     ), other as (
       select *, "grossCents" + becomes - was as gross, "payeCents" + floor(becomes * case when "isPaye" then $3 else "payeRate" end::numeric + 0.5)
         - floor(was * "payeRate"::numeric + 0.5) as paye from both_ways
     )
     select count(*)::int as rentals, coalesce(sum("grossCents"), 0)::float8 as "grossNow", coalesce(sum(gross), 0)::float8 as "grossThen",
       coalesce(sum("payeCents"), 0)::float8 as "payeNow", coalesce(sum(paye), 0)::float8 as "payeThen"
     from other`,
    [since, minimumRewardCents, payeRate],
  );
  return found as RewardsUnder;
}

/** Unpaid rewards that a shorter expiry ends. Cents nett. */
export const expiringSchema = z.object({ agents: z.int(), rewards: z.int(), cents: z.int() });
type ExpiringUnder = z.output<typeof expiringSchema>;

/** Earned rewards first invoiced by a day, less those first invoiced by an earlier one (null: none of them). */
export async function rewardsInvoicedBetween(db: Pool, after: Day | null, by: Day): Promise<ExpiringUnder> {
  const found = await rowOf<ExpiringUnder>(
    db,
    `select count(distinct "agentId")::int as agents, count(*)::int as rewards, coalesce(sum("nettCents"), 0)::float8 as cents
     from ${LIVE_TABLES.incentives} where status = 'Earned' and "firstInvoicedOn" <= $1 and ($2::text is null or "firstInvoicedOn" > $2)`,
    [by, after],
  );
  return found as ExpiringUnder;
}
