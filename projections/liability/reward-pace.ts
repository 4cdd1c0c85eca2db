import type { Month } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import type { Pool } from 'pg';
import { liveTable } from '../engine/read-model.ts';
import { incentives } from '../incentives/incentives.ts';

const INCENTIVES_TABLE = liveTable(incentives);

/** Condition: the reward was earned, including rewards that changed later. */
export const EARNED_EVER_CONDITION = `status in ('Earned', 'Paid', 'Expired')`;

/** Whole months, `first` included and `until` excluded. */
export interface MonthSpan {
  readonly first: Month;
  readonly until: Month;
  readonly months: number;
}

/** Gross rewards and PAYE that the rentals of some months would have earned under each of several terms. Cents. */
const UNDER_TERMS = `select t.no::int as no, sum(r.gross)::float8 as gross, sum(floor(r.gross * t.rate + 0.5))::float8 as paye
  from unnest($3::float8[], $4::numeric[]) with ordinality t(minimum, rate, no), lateral (
    select case when greatest(computed, t.minimum) > "tkRevenueCents" then 0 else greatest(computed, t.minimum)::bigint end as gross
    from (select "tkRevenueCents", floor("tkRevenueCents" * rate::numeric + 0.5) as computed from ${INCENTIVES_TABLE}
      where month >= $1 and month < $2 and rate is not null and "agentId" is not null and (${EARNED_EVER_CONDITION} or reason = 'RewardExceedsRevenue')) d
  ) r group by 1`;

/** Change of a month's new rewards under other terms. Cents, not rounded. */
export interface PaceChange {
  readonly nettCents: number;
  readonly payeCents: number;
}

const termsKey = ({ minimumRewardCents, payeRate }: RewardPolicyTerms): string => `${minimumRewardCents} ${payeRate}`;

/** Under each of `others`, against `today`: the rentals of the span, decided under both. Cents. */
export async function paceChangesUnder(
  db: Pool,
  { first, until, months }: MonthSpan,
  today: RewardPolicyTerms,
  others: readonly RewardPolicyTerms[],
): Promise<(terms: RewardPolicyTerms) => PaceChange> {
  const distinct = [...new Map(others.map((terms) => [termsKey(terms), terms])).values()];
  const changed = distinct.filter((terms) => termsKey(terms) !== termsKey(today));
  if (changed.length === 0) return () => ({ nettCents: 0, payeCents: 0 });
  const all = [today, ...changed];
  const { rows } = await db.query<{ no: number; gross: number; paye: number }>(UNDER_TERMS, [
    first,
    until,
    all.map(({ minimumRewardCents }) => minimumRewardCents),
    all.map(({ payeRate }) => payeRate),
  ]);
  const sums = all.map((_, at) => rows.find(({ no }) => no === at + 1) ?? { gross: 0, paye: 0 });
  const [now = { gross: 0, paye: 0 }] = sums;
  return (terms) => {
    const sum = sums[all.findIndex((each) => termsKey(each) === termsKey(terms))] ?? now;
    const payeCents = (sum.paye - now.paye) / months;
    return { payeCents, nettCents: (sum.gross - now.gross) / months - payeCents };
  };
}
