import { load } from '@fynbos/application/handle.ts';
import { dayOf, isDay } from '@fynbos/domain/calendar.ts';
import { type RewardPolicyTerms, rewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { leaveForApprovalBecause } from '../approvals/waiting.ts';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { changeText } from './policy-words.ts';

const tag = 'Reward policy';
const terms = rewardPolicyTerms.strict();
const change = z.object({
  effectiveFrom: z.string().refine(isDay, 'Must be a day like 2026-03-31.'),
  terms,
  reason: needed('Say why the policy changes.'),
});

/**
 * What other terms would mean: agents who reach the payout minimum now, and the rewards of the last twelve months of
 * invoices under the other minimum and PAYE rate. Cents. A preview: nothing of it is decided.
 */
export async function previewOf(
  pool: Pool,
  now: RewardPolicyTerms,
  then: RewardPolicyTerms,
  since: string,
): Promise<object> {
  const payable = await pool.query(
    `select count(*) filter (where "balanceCents" >= $1)::int as "agentsNow", count(*) filter (where "balanceCents" >= $2)::int as "agentsThen",
       coalesce(sum("balanceCents") filter (where "balanceCents" >= $1), 0)::float8 as "centsNow",
       coalesce(sum("balanceCents") filter (where "balanceCents" >= $2), 0)::float8 as "centsThen"
     from ${readModelTable(balances).sql} where "balanceCents" > 0`,
    [now.payoutMinimumCents, then.payoutMinimumCents],
  );
  const rewards = await pool.query(
    `with decided as (
       select "grossCents", "payeCents", "tkRevenueCents", floor("tkRevenueCents" * rate::numeric + 0.5) as computed, status, reason
       from ${readModelTable(incentives).sql}
       where "invoiceDate" >= $1 and rate is not null and (status in ('Earned', 'Pending', 'Paid') or reason = 'RewardExceedsRevenue')
     ), other as (
       select *, case when greatest(computed, $2) > "tkRevenueCents" then 0 else greatest(computed, $2) end as gross from decided
     )
     select count(*)::int as rentals, coalesce(sum("grossCents"), 0)::float8 as "grossNow", coalesce(sum(gross), 0)::float8 as "grossThen",
       coalesce(sum("payeCents"), 0)::float8 as "payeNow", coalesce(sum(floor(gross * $3::numeric + 0.5)), 0)::float8 as "payeThen"
     from other`,
    [since, then.minimumRewardCents, then.payeRate],
  );
  return { payable: payable.rows[0], rewards: { since, ...rewards.rows[0] } };
}

/** The reward policy: its history, a preview of other terms, and a change with a reason and a second person. */
export function policyRoutes(services: Services): Route[] {
  const { log, pool, now } = services;
  const current = async () => {
    const { state, stream } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { personal: false });
    return { state, stream, today: policyOn(state, dayOf(now())) };
  };

  const show = route({
    method: 'get',
    paths: ['/admin/reward-policy/history'],
    who: { admin: 'reports:see' },
    summary: 'The reward policy in force today, and its history with who set it and why',
    tag,
    handle: async () => {
      const { state, stream, today } = await current();
      const versions = state.versions.map((version, index) => {
        const metadata = stream.events[index]?.metadata;
        return { ...version, setAt: metadata?.recordedAt, setBy: metadata?.actor, reason: metadata?.reason ?? null };
      });
      return { body: { current: today, versions } };
    },
  });

  const preview = route({
    method: 'post',
    paths: ['/admin/reward-policy/preview'],
    appendsNothing: true,
    who: { admin: 'reports:see' },
    summary: 'What other terms would mean; changes nothing',
    tag,
    body: z.object({ terms }),
    reads: [balances.name, incentives.name],
    handle: async ({ body }) => {
      const { today } = await current();
      const year = Number(dayOf(now()).slice(0, 4)) - 1;
      return { body: await previewOf(pool, today.terms, body.terms, `${year}${dayOf(now()).slice(4)}`) };
    },
  });

  const set = route({
    method: 'post',
    paths: ['/admin/reward-policy'],
    secondPerson: true,
    who: { admin: 'policy:change' },
    summary: 'Change the reward policy from a day on: waits for a second person',
    tag,
    status: 202,
    body: change,
    handle: async (call) => {
      const { effectiveFrom, terms: wanted, reason } = call.body;
      const { state } = await current();
      // What breaks the rules is refused now, not when the second person approves.
      rewardPolicyDecider.decide({ type: 'SetRewardPolicy', effectiveFrom, terms: wanted }, state);
      const { terms: before } = policyOn(state, effectiveFrom);
      const fields = (Object.keys(wanted) as (keyof RewardPolicyTerms)[]).filter(
        (field) => wanted[field] !== before[field],
      );
      return leaveForApprovalBecause(services, call, reason, {
        kind: 'reward-policy.change',
        subject: 'reward-policy/1',
        summary: `Change the reward policy from ${effectiveFrom}: ${changeText(fields, before, wanted)}`,
        fields,
        payload: { effectiveFrom, terms: wanted, reason },
      });
    },
  });
  return [show, preview, set];
}
