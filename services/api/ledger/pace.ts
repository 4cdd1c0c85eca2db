import type { Month } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import type pg from 'pg';

/** Rewards that came to be owed: what the pace of the programme is told by. */
export const PACED = `status in ('Earned', 'Paid', 'Expired')`;

/** What the rentals of some months would have earned a month under terms, whatever they earned. Cents, not rounded. */
const UNDER = `select t.no::int as no, sum(r.gross)::float8 as gross, sum(floor(r.gross * t.rate + 0.5))::float8 as paye
  from unnest($3::float8[], $4::numeric[]) with ordinality t(minimum, rate, no), lateral (
    select case when greatest(computed, t.minimum) > "tkRevenueCents" then 0 else greatest(computed, t.minimum)::bigint end as gross
    from (select "tkRevenueCents", floor("tkRevenueCents" * rate::numeric + 0.5) as computed from ${readModelTable(incentives).sql}
      where month >= $1 and month < $2 and rate is not null and "agentId" is not null and (${PACED} or reason = 'RewardExceedsRevenue')) d
  ) r group by 1`;

/**
 * By how much a month's new rewards, nett and PAYE, would be other under each of these terms than under those in force
 * today: the rentals of the months from `first` up to `until` decided under both. Nothing where the terms of a reward are
 * the same. Cents.
 */
export async function paceUnder(
  pool: pg.Pool,
  { first, until, months }: { first: Month; until: Month; months: number },
  today: RewardPolicyTerms,
  others: readonly RewardPolicyTerms[],
): Promise<(terms: RewardPolicyTerms) => { nettCents: number; payeCents: number }> {
  const same = { nettCents: 0, payeCents: 0 };
  const keyOf = ({ minimumRewardCents, payeRate }: RewardPolicyTerms): string => `${minimumRewardCents} ${payeRate}`;
  const changed = [...new Map(others.map((terms) => [keyOf(terms), terms])).values()].filter(
    (terms) => keyOf(terms) !== keyOf(today),
  );
  if (changed.length === 0) return () => same;
  const all = [today, ...changed];
  const { rows } = await pool.query<{ no: number; gross: number; paye: number }>(UNDER, [
    first,
    until,
    all.map(({ minimumRewardCents }) => minimumRewardCents),
    all.map(({ payeRate }) => payeRate),
  ]);
  const sums = all.map((_, at) => rows.find(({ no }) => no === at + 1) ?? { gross: 0, paye: 0 });
  const [now = { gross: 0, paye: 0 }] = sums;
  return (terms) => {
    const sum = sums[all.findIndex((each) => keyOf(each) === keyOf(terms))] ?? now;
    const payeCents = (sum.paye - now.paye) / months;
    return { payeCents, nettCents: (sum.gross - now.gross) / months - payeCents };
  };
}
