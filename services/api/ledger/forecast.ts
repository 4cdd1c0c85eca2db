import { addDays, addMonths, type Day, dayOf, lastMonths, type Month, monthOf } from '@fynbos/domain/calendar.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import { policyOn, type RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { csvLines } from '../reports/csv.ts';
import { sharesOf, shortestExpiry, type TermsAhead, termsAhead } from '../reward-policy/terms-ahead.ts';
import { type LiabilityParts, policyOf } from './ageing.ts';
import { agentsWithOldRewards, type Expiring, expiringFirst } from './expiring.ts';
import { PACED, paceUnder } from './pace.ts';
import {
  LIVE_TABLES,
  POSITION_PARAMETERS,
  positionsSql,
  positionValues,
  STANDINGS,
  type Standing,
} from './positions.ts';

/** How many months the forecast looks ahead, the current one included; those behind whose mean is the pace. */
const AHEAD = 6;
const PACE_MONTHS = 3;

/** What leaves the bank in a month. Cents. */
export interface ForecastMonth {
  readonly month: Month;
  /** Owed today and payable in this month: now, or when a waiting time is over. Nett. */
  readonly knownCents: number;
  /** Owed today below the payout minimum, by the month in which the agent reaches it at the pace of the last months. Nett. */
  readonly reachingCents: number;
  /** Rewards that are not earned yet, at the programme's pace and by the terms of their month, paid in the month after. Nett; an estimate. */
  readonly expectedCents: number;
  /** Owed today, and expiring in this month before anything here pays it: it never leaves the bank. Nett. */
  readonly expiringCents: number;
  /** PAYE on the payments of the month before, due to SARS by the 7th. */
  readonly payeCents: number;
}

export interface Forecast {
  readonly on: string;
  /** Days within the months on which a change of the reward policy that was decided begins: it counts from then on. */
  readonly policyChanges: readonly Day[];
  readonly months: readonly ForecastMonth[];
  /** Owed, and payable once somebody acts or the agent earns: no date can be given. */
  readonly undated: readonly {
    readonly standing: Standing;
    readonly text: string;
    readonly agents: number;
    readonly cents: number;
  }[];
  /** Rewards of rentals on hold, which are not owed yet. Nett. */
  readonly pendingCents: number;
  /** Nett rewards a month, the mean of the last three whole months. */
  readonly paceCents: number;
  /** PAYE for each cent nett, of what is earned and unpaid. */
  readonly payePerNett: number;
}

interface Group {
  readonly standing: Standing;
  readonly month: Month | null;
  readonly after: number | null;
  /** One agent who is not paid now and of whose rewards some may expire; null where the group is of many. */
  readonly agentId: number | null;
  readonly agents: number;
  readonly cents: number;
}

const freed = (column: string, hours: string): string =>
  `to_char((${column}::timestamptz + make_interval(hours => ${hours})) at time zone 'Africa/Johannesburg', 'YYYY-MM')`;

const at = (index: number): string => `$${POSITION_PARAMETERS + index}`;
const GROUPS = `${positionsSql(LIVE_TABLES)}, pace as (
    select "agentId", sum("nettCents")::float8 / ${PACE_MONTHS} as mean from ${LIVE_TABLES.incentives}
    where ${PACED} and month >= ${at(1)} and month < ${at(2)} and "agentId" is not null group by 1
  )
  select standing,
    case standing when 'BankAccountCooling' then (
        select to_char(min(greatest("bankChangedAt"::timestamptz + make_interval(hours => hours), begins)) at time zone 'Africa/Johannesburg', 'YYYY-MM')
        from unnest(${at(3)}::int[], ${at(5)}::timestamptz[], ${at(6)}::timestamptz[]) c(hours, begins, ends)
        where greatest("bankChangedAt"::timestamptz + make_interval(hours => hours), begins) < ends
      ) when 'ContactChanged' then ${freed('"contactChangedAt"', '72')} end as month,
    case when standing = 'BelowMinimum' then (select min(n)::int - 1 from unnest(${at(7)}::float8[]) with ordinality m(least, n)
        where "balanceCents" + (n - 1) * coalesce(mean, 0) >= least) end as after,
    case when standing not in ('Payable', 'InRun') then o."old" end as "agentId",
    count(*)::int as agents, sum("balanceCents")::float8 as cents
  from positions left join pace using ("agentId") left join (select unnest(${at(4)}::int[]) as "old") o on o."old" = "agentId"
  where "balanceCents" > 0 group by 1, 2, 3, 4`;

const NOW: ReadonlySet<Standing> = new Set(['Payable', 'InRun']);

/** The month in which a group becomes payable: its place in `months`, or null where none can be given. */
function placeOf({ standing, month, after }: Group, months: readonly Month[]): number | null {
  if (NOW.has(standing)) return 0;
  if (month !== null) return Math.max(0, months.indexOf(month));
  return after !== null && after < months.length ? after : null;
}

/** What expires of each agent's balance before it is paid. Cents nett. */
function lostByAgent(lost: readonly Expiring[]): ReadonlyMap<number | null, number> {
  const sums = new Map<number | null, number>();
  for (const { agentId, cents } of lost) sums.set(agentId, (sums.get(agentId) ?? 0) + cents);
  return sums;
}

const startOf = (day: Day): string => `${day}T00:00:00+02:00`;

/** The parameters that tell the waiting times, with the instants between which each counts, and the least payout of each month. */
function waitsAndMinima(ahead: readonly TermsAhead[], policy: RewardPolicy, months: readonly Month[]): unknown[][] {
  return [
    ahead.map(({ terms }) => terms.coolingHours),
    ahead.map(({ from }, n) => (n === 0 ? '-infinity' : startOf(from))),
    ahead.map(({ to }, n) => (n === ahead.length - 1 ? 'infinity' : startOf(addDays(to, 1)))),
    // What a month pays, it pays by the terms of its last day.
    months.map((month) => policyOn(policy, addDays(addMonths(`${month}-01`, 1), -1)).terms.payoutMinimumCents),
  ];
}

/** What will become payable when, from what is owed now, who stands in the way of it, and the pace of the last months. */
export async function forecast({ pool, log }: LiabilityParts, now: Date): Promise<Forecast> {
  const today = dayOf(now);
  const thisMonth = monthOf(today);
  const months = Array.from({ length: AHEAD }, (_, ahead) => monthOf(addMonths(`${thisMonth}-01`, ahead)));
  const [lastMonth = ''] = lastMonths(today, 2).slice(1);
  const firstPaced = monthOf(addMonths(`${thisMonth}-01`, -PACE_MONTHS));
  const policy = await policyOf(log);
  const until = addDays(addMonths(`${thisMonth}-01`, AHEAD), -1);
  const ahead = termsAhead(policy, today, until);
  const [{ terms }, ...planned] = ahead;
  const shortestMonths = shortestExpiry(ahead);
  const old = await agentsWithOldRewards(pool, shortestMonths, until);
  const [hours, begins, ends, minima] = waitsAndMinima(ahead, policy, months);
  const [groups, totals, paye, other] = await Promise.all([
    pool.query<Group>(GROUPS, [
      ...positionValues(now, terms),
      ...[firstPaced, thisMonth, hours, old, begins, ends, minima],
    ]),
    pool.query<{ pace: number; paye: number; nett: number; pending: number }>(
      `select coalesce(sum("nettCents") filter (where ${PACED} and month >= $1 and month < $2), 0)::float8 as pace,
         coalesce(sum("payeCents") filter (where status = 'Earned'), 0)::float8 as paye,
         coalesce(sum("nettCents") filter (where status = 'Earned'), 0)::float8 as nett,
         (select coalesce(sum("pendingCents"), 0)::float8 from ${LIVE_TABLES.balances}) as pending
       from ${LIVE_TABLES.incentives}`,
      [firstPaced, thisMonth],
    ),
    pool.query<{ month: Month; cents: number }>(
      `select month, sum("payeCents")::float8 as cents from ${readModelTable(tax).sql}
       where month in ($1, $2) and not "isOpening" group by month`,
      [lastMonth, thisMonth],
    ),
    paceUnder(
      pool,
      { first: firstPaced, until: thisMonth, months: PACE_MONTHS },
      terms,
      planned.map((each) => each.terms),
    ),
  ]);
  const { pace = 0, paye: owedPaye = 0, nett = 0, pending = 0 } = totals.rows[0] ?? {};
  const payePerNett = nett > 0 ? owedPaye / nett : 0;
  const paceCents = Math.round(pace / PACE_MONTHS);
  const payeOf = (month: Month): number => paye.rows.find((row) => row.month === month)?.cents ?? 0;
  const inPlace = (place: number | null, standings?: (standing: Standing) => boolean) =>
    groups.rows.filter((group) => placeOf(group, months) === place && (standings?.(group.standing) ?? true));
  const lost = await expiringFirst(
    log,
    groups.rows.flatMap((group) =>
      group.agentId === null ? [] : [{ ...group, agentId: group.agentId, place: placeOf(group, months) }],
    ),
    { policy, shortestMonths, today, until, months },
  );
  const lostOf = lostByAgent(lost);
  const keptOf = ({ agentId, cents }: Group): number => cents - (lostOf.get(agentId) ?? 0);
  const sum = (found: readonly Group[]): number => found.reduce((all, group) => all + keptOf(group), 0);
  /** A month's new rewards, nett, and by how much their PAYE is other than the pace's: by the terms of each of its days. */
  const expectedOf = (month: Month): { nettCents: number; payeCents: number } => {
    const base = { nettCents: pace / PACE_MONTHS, payeCents: 0 };
    return sharesOf(month, ahead).reduce(({ nettCents, payeCents }, { terms: own, share }) => {
      const by = other(own);
      return { nettCents: nettCents + share * by.nettCents, payeCents: payeCents + share * by.payeCents };
    }, base);
  };
  let paidBefore = { nettCents: 0, extraPayeCents: 0 };
  const shown = months.map((month, place): ForecastMonth => {
    const knownCents = sum(inPlace(place, (standing) => standing !== 'BelowMinimum'));
    const reachingCents = sum(inPlace(place, (standing) => standing === 'BelowMinimum'));
    // Rewards are paid in the month after that of their rentals.
    const expected = place === 0 ? { nettCents: 0, payeCents: 0 } : expectedOf(months[place - 1] as Month);
    const expectedCents = Math.round(expected.nettCents);
    const expiringCents = lost.reduce((all, each) => all + (each.place === place ? each.cents : 0), 0);
    const already = place === 0 ? payeOf(lastMonth) : place === 1 ? payeOf(thisMonth) : 0;
    const payeCents = already + Math.round(paidBefore.nettCents * payePerNett + paidBefore.extraPayeCents);
    // Other terms move the PAYE of new rewards by what they say, and not by the rate of what is owed already.
    const movedNett = place === 0 ? 0 : expected.nettCents - pace / PACE_MONTHS;
    paidBefore = {
      nettCents: knownCents + reachingCents + expectedCents - movedNett,
      extraPayeCents: expected.payeCents,
    };
    return { month, knownCents, reachingCents, expectedCents, expiringCents, payeCents };
  });
  const undated = new Map<Standing, { agents: number; cents: number }>();
  for (const group of inPlace(null)) {
    const { standing, agents } = group;
    const known = undated.get(standing) ?? { agents: 0, cents: 0 };
    const cents = known.cents + keptOf(group);
    undated.set(standing, { agents: known.agents + agents, cents });
  }
  return {
    on: today,
    policyChanges: planned.map(({ from }) => from),
    months: shown,
    undated: [...undated].map(([standing, sums]) => ({ standing, text: STANDINGS[standing], ...sums })),
    pendingCents: pending,
    paceCents,
    payePerNett,
  };
}

/** The forecast as CSV, Rand with two decimals: the months, then what has no date, by what stands in its way. */
export const forecastCsv = ({ months, undated, pendingCents }: Forecast): string =>
  csvLines([
    ['month', 'known', 'reachingMinimum', 'expected', 'paye', 'expiring'],
    ...months.map((row) => [
      row.month,
      plainRand(row.knownCents),
      plainRand(row.reachingCents),
      plainRand(row.expectedCents),
      plainRand(row.payeCents),
      plainRand(row.expiringCents),
    ]),
    ...undated.map(({ standing, cents }) => [`undated: ${standing}`, plainRand(cents), '', '', '', '']),
    ['undated: rentals on hold', plainRand(pendingCents), '', '', '', ''],
  ]);
