import { CONTACT_FREEZE_HOURS } from '@fynbos/domain/agent/deadlines.ts';
import type { Day, Month } from '@fynbos/domain/calendar.ts';
import type { Standing } from '@fynbos/domain/ledger/owed.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import type { Pool } from 'pg';
import { columnOf, rowOf, rowsOf } from '../engine/read-model.ts';
import { OWED_PARAMETERS, owedSql, owedValues } from './owed.ts';
import { EARNED_EVER_CONDITION, type MonthSpan } from './reward-pace.ts';
import { LIVE_TABLES } from './tables.ts';

/** Balances that become payable together. */
export interface OwedGroup {
  readonly standing: Standing;
  /** The month in which a waiting time ends; null without a waiting time. */
  readonly month: Month | null;
  /** Months until the agents reach the payout minimum at their own pace; null where they never reach it. */
  readonly after: number | null;
  /** One agent who is not paid now and has rewards that may expire; null for a group of several agents. */
  readonly agentId: number | null;
  readonly agents: number;
  readonly cents: number;
}

/** The waiting times and minimums over the months of the forecast. */
export interface ForecastTerms {
  readonly coolingHours: readonly number[];
  /** The instants between which each of `coolingHours` applies. */
  readonly begins: readonly string[];
  readonly ends: readonly string[];
  /** The payout minimum of each month, cents. */
  readonly minimums: readonly number[];
}

const local = (instant: string): string => `to_char((${instant}) at time zone 'Africa/Johannesburg', 'YYYY-MM')`;
const parameter = (index: number): string => `$${OWED_PARAMETERS + index}`;
const cooledAt = 'greatest("bankChangedAt"::timestamptz + make_interval(hours => hours), begins)';

const groupsSql = (months: number): string => `${owedSql(LIVE_TABLES)}, pace as (
    select "agentId", sum("nettCents")::float8 / ${months} as mean from ${LIVE_TABLES.incentives}
    where ${EARNED_EVER_CONDITION} and month >= ${parameter(1)} and month < ${parameter(2)} and "agentId" is not null group by 1
  )
  select standing,
    case standing when 'BankAccountCooling' then (
        select ${local(`min(${cooledAt})`)}
        from unnest(${parameter(3)}::int[], ${parameter(5)}::timestamptz[], ${parameter(6)}::timestamptz[]) c(hours, begins, ends)
        where ${cooledAt} < ends
      ) when 'ContactChanged' then ${local(`"contactChangedAt"::timestamptz + make_interval(hours => ${CONTACT_FREEZE_HOURS})`)} end as month,
    case when standing = 'BelowMinimum' then (select min(n)::int - 1 from unnest(${parameter(7)}::float8[]) with ordinality m(least, n)
        where "balanceCents" + (n - 1) * coalesce(mean, 0) >= least) end as after,
    case when standing not in ('Payable', 'InRun') then o."old" end as "agentId",
    count(*)::int as agents, sum("balanceCents")::float8 as cents
  from positions left join pace using ("agentId") left join (select unnest(${parameter(4)}::int[]) as "old") o on o."old" = "agentId"
  where "balanceCents" > 0 group by 1, 2, 3, 4`;

/** The balances owed now, grouped by when they become payable. */
export const owedGroups = (
  db: Pool,
  owed: { readonly at: Date; readonly terms: RewardPolicyTerms; readonly agentsWithOldRewards: readonly number[] },
  { first, until, months }: MonthSpan,
  { coolingHours, begins, ends, minimums }: ForecastTerms,
): Promise<OwedGroup[]> => {
  const values = owedValues(owed.at, owed.terms);
  return rowsOf(db, groupsSql(months), [
    ...values,
    first,
    until,
    coolingHours,
    owed.agentsWithOldRewards,
    begins,
    ends,
    minimums,
  ]);
};

/** Totals of the programme. Cents. */
export interface ProgrammeTotals {
  /** Nett rewards of the whole span. */
  readonly nettOfSpan: number;
  /** PAYE and nett of the rewards that are earned and not paid. */
  readonly unpaidPaye: number;
  readonly unpaidNett: number;
  /** Nett rewards of rentals on hold. */
  readonly pending: number;
}

export async function programmeTotals(db: Pool, { first, until }: MonthSpan): Promise<ProgrammeTotals> {
  const totals = await rowOf<ProgrammeTotals>(
    db,
    `select coalesce(sum("nettCents") filter (where ${EARNED_EVER_CONDITION} and month >= $1 and month < $2), 0)::float8 as "nettOfSpan",
       coalesce(sum("payeCents") filter (where status = 'Earned'), 0)::float8 as "unpaidPaye",
       coalesce(sum("nettCents") filter (where status = 'Earned'), 0)::float8 as "unpaidNett",
       (select coalesce(sum("pendingCents"), 0)::float8 from ${LIVE_TABLES.balances}) as pending
     from ${LIVE_TABLES.incentives}`,
    [first, until],
  );
  return totals as ProgrammeTotals;
}

/** Agents with an unpaid reward of a rental first invoiced on or before a day. */
export const agentsWithRewardsUpTo = (db: Pool, firstInvoicedBy: Day): Promise<number[]> =>
  columnOf(
    db,
    'agentId',
    `select distinct "agentId" from ${LIVE_TABLES.incentives}
     where status = 'Earned' and "agentId" is not null and "firstInvoicedOn" <= $1`,
    [firstInvoicedBy],
  );
