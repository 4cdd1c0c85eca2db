import { addDays, addMonths, type Day, dayOf, type Month, monthOf } from '@fynbos/domain/calendar.ts';
import { STANDINGS, type Standing } from '@fynbos/domain/ledger/owed.ts';
import { expiryDayUnder, shortestExpiryBetween } from '@fynbos/domain/reward-policy/expiry-day.ts';
import { policyOn, type RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { expirableRewards, firstInvoicedBy } from '@fynbos/domain/rewards-account/expiry.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import {
  agentsWithRewardsUpTo,
  type ForecastTerms,
  type OwedGroup,
  owedGroups,
  type ProgrammeTotals,
  programmeTotals,
} from '@fynbos/projections/liability/forecast.ts';
import { type PaceChange, paceChangesUnder } from '@fynbos/projections/liability/reward-pace.ts';
import { payeOfMonths } from '@fynbos/projections/tax/queries.ts';
import type pg from 'pg';
import { z } from 'zod';
import { loadMany } from '../handle.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';
import { sharesOfMonth, type UpcomingTerms, upcomingTerms } from '../reward-policy/preview-policy.ts';
import type { Stores } from '../services.ts';

/** Accounts that are loaded in one round trip. */
const ACCOUNTS_PER_READ = 500;

/** The read model only finds candidates; their accounts decide. */
export const agentsWithOldRewards = async (db: pg.Pool, expiryMonths: number | null, until: Day): Promise<number[]> =>
  expiryMonths === null ? [] : agentsWithRewardsUpTo(db, firstInvoicedBy(until, expiryMonths));

/** An agent's rewards that expire in a month before they are paid. Cents nett. */
interface Expiring {
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
interface ExpiryPeriod {
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
  for (const { reward, earnedOn } of expirableRewards(account)) {
    // Most rewards are too young to expire. Skipping them first saves a third of the time.
    if (earnedOn > youngest) continue;
    const expiresOn = expiryDayUnder(policy, earnedOn, until, today);
    if (expiresOn === null) continue;
    const monthIndex = Math.max(0, months.indexOf(monthOf(expiresOn)));
    if (paidIn !== null && paidIn <= monthIndex) continue;
    byMonth.set(monthIndex, (byMonth.get(monthIndex) ?? 0) + reward.nettCents);
  }
  return [...byMonth].sort(([a], [b]) => a - b);
}

/** Computed from their accounts and the policy of each day (E1). */
async function expiringBalances(log: EventLog, owed: readonly Owed[], period: ExpiryPeriod): Promise<Expiring[]> {
  if (period.shortestMonths === null) return [];
  const youngest = firstInvoicedBy(period.until, period.shortestMonths);
  const late = owed.filter(({ paidIn }) => paidIn !== 0);
  const found: Expiring[] = [];
  for (let start = 0; start < late.length; start += ACCOUNTS_PER_READ) {
    const slice = late.slice(start, start + ACCOUNTS_PER_READ);
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

/** Months in the forecast, the current one included. */
const MONTHS_AHEAD = 6;
/** Whole past months from which the pace is the mean. */
const PACE_MONTHS = 3;

/** Cash that leaves the bank in a month. Cents. */
export const forecastMonth = z.object({
  month: z.string(),
  /** Owed today and payable in this month: now, or at the end of a waiting time. Nett. */
  knownCents: z.int(),
  /** Owed today below the payout minimum, in the month in which the agent reaches it at their own pace. Nett. */
  reachingCents: z.int(),
  /** Rewards not earned yet, by the programme's pace, paid in the month after their rental. Nett. */
  expectedCents: z.int(),
  /** Owed today, and expiring in this month before payment. Nett. */
  expiringCents: z.int(),
  /** PAYE on the payments of the month before, due to SARS by the 7th. */
  payeCents: z.int(),
});
export type ForecastMonth = z.output<typeof forecastMonth>;

export const forecastSchema = z.object({
  on: z.iso.date(),
  /** Days on which planned changes of the reward policy begin. */
  policyChanges: z.array(z.iso.date()),
  months: z.array(forecastMonth),
  /** Owed without a date: payable after an action or after further rewards. */
  undated: z.array(
    z.object({
      standing: z.enum(Object.keys(STANDINGS) as [Standing, ...Standing[]]),
      text: z.string(),
      agents: z.int(),
      cents: z.int(),
    }),
  ),
  /** Rewards of rentals on hold, which are not owed yet. Nett. */
  pendingCents: z.int(),
  /** Nett rewards per month: the mean of the last three whole months. */
  paceCents: z.int(),
  /** PAYE per cent nett of the rewards that are earned and not paid. */
  payePerNett: z.number(),
});
export type Forecast = z.output<typeof forecastSchema>;

const PAYABLE_NOW: ReadonlySet<Standing> = new Set(['Payable', 'InRun']);

/** Index of the month in which a group is paid; null if unknown. */
function paidInOf({ standing, month, after }: OwedGroup, months: readonly Month[]): number | null {
  if (PAYABLE_NOW.has(standing)) return 0;
  if (month !== null) return Math.max(0, months.indexOf(month));
  return after !== null && after < months.length ? after : null;
}

const startOf = (day: Day): string => `${day}T00:00:00+02:00`;
const lastDayOf = (month: Month): Day => addDays(addMonths(`${month}-01`, 1), -1);

function forecastTerms(
  upcoming: readonly UpcomingTerms[],
  policy: RewardPolicy,
  months: readonly Month[],
): ForecastTerms {
  return {
    coolingHours: upcoming.map(({ terms }) => terms.coolingHours),
    begins: upcoming.map(({ from }, n) => (n === 0 ? '-infinity' : startOf(from))),
    ends: upcoming.map(({ to }, n) => (n === upcoming.length - 1 ? 'infinity' : startOf(addDays(to, 1)))),
    // A month's payouts use the terms of its last day.
    minimums: months.map((month) => policyOn(policy, lastDayOf(month)).terms.payoutMinimumCents),
  };
}

/** A month's new rewards: at the pace, and with the changes of the terms. Cents, not rounded. */
interface NewRewards {
  readonly paceCents: number;
  readonly change: PaceChange;
}

/** New rewards of the days of `month` that are within `upcoming`. */
function newRewardsOf(
  month: Month,
  upcoming: readonly UpcomingTerms[],
  monthlyPace: number,
  changeUnder: (terms: UpcomingTerms['terms']) => PaceChange,
): NewRewards {
  let paceCents = 0;
  const change = { nettCents: 0, payeCents: 0 };
  for (const { terms, share } of sharesOfMonth(month, upcoming)) {
    const { nettCents, payeCents } = changeUnder(terms);
    paceCents += share * monthlyPace;
    change.nettCents += share * nettCents;
    change.payeCents += share * payeCents;
  }
  return { paceCents, change };
}

interface Groups {
  readonly groups: readonly (OwedGroup & { readonly paidIn: number | null })[];
  readonly lost: readonly Expiring[];
}

/** Nett cents of a group, less the part that expires before payment. */
function keptOf({ lost }: Groups): (group: OwedGroup) => number {
  const byAgent = new Map<number, number>();
  for (const { agentId, cents } of lost) byAgent.set(agentId, (byAgent.get(agentId) ?? 0) + cents);
  return ({ agentId, cents }) => cents - (agentId === null ? 0 : (byAgent.get(agentId) ?? 0));
}

function undatedOf(owed: Groups): Forecast['undated'] {
  const keptCents = keptOf(owed);
  const sums = new Map<Standing, { agents: number; cents: number }>();
  for (const group of owed.groups) {
    if (group.paidIn !== null) continue;
    const sum = sums.get(group.standing) ?? { agents: 0, cents: 0 };
    sums.set(group.standing, { agents: sum.agents + group.agents, cents: sum.cents + keptCents(group) });
  }
  return [...sums].map(([standing, sum]) => ({ standing, text: STANDINGS[standing], ...sum }));
}

function monthsOf(
  months: readonly Month[],
  owed: Groups,
  newRewards: readonly NewRewards[],
  paye: { readonly ofMonth: ReadonlyMap<Month, number>; readonly perNett: number; readonly lastMonth: Month },
): ForecastMonth[] {
  const keptCents = keptOf(owed);
  let before = { nettCents: 0, payeChangeCents: 0 };
  return months.map((month, index): ForecastMonth => {
    const paid = owed.groups.filter(({ paidIn }) => paidIn === index);
    const sum = (isReaching: boolean): number =>
      paid
        .filter(({ standing }) => (standing === 'BelowMinimum') === isReaching)
        .reduce((total, group) => total + keptCents(group), 0);
    const [knownCents, reachingCents] = [sum(false), sum(true)];
    const earlier = newRewards[index - 1] ?? { paceCents: 0, change: { nettCents: 0, payeCents: 0 } };
    const expectedCents = Math.round(earlier.paceCents + earlier.change.nettCents);
    const expiringCents = owed.lost.reduce((all, each) => all + (each.monthIndex === index ? each.cents : 0), 0);
    const monthBefore = months[index - 1] ?? paye.lastMonth;
    const alreadyPaid = index <= 1 ? (paye.ofMonth.get(monthBefore) ?? 0) : 0;
    const payeCents = alreadyPaid + Math.round(before.nettCents * paye.perNett + before.payeChangeCents);
    // PAYE of new rewards: at today's ratio for the pace, and by the new terms for the change.
    const nettCents = knownCents + reachingCents + expectedCents - earlier.change.nettCents;
    before = { nettCents, payeChangeCents: earlier.change.payeCents };
    return { month, knownCents, reachingCents, expectedCents, expiringCents, payeCents };
  });
}

const payePerNettOf = ({ unpaidPaye, unpaidNett }: ProgrammeTotals): number =>
  unpaidNett > 0 ? unpaidPaye / unpaidNett : 0;

/** The cash forecast: when balances become payable, and new rewards at the pace of the last whole months. */
export async function forecast({ db, log }: Stores, now: Date): Promise<Forecast> {
  const today = dayOf(now);
  const thisMonth = monthOf(today);
  const monthAt = (offset: number): Month => monthOf(addMonths(`${thisMonth}-01`, offset));
  const months = Array.from({ length: MONTHS_AHEAD }, (_, index) => monthAt(index));
  const until = lastDayOf(monthAt(MONTHS_AHEAD - 1));
  const policy = await loadPolicy(log);
  const upcoming = upcomingTerms(policy, today, until);
  const [{ terms }, ...planned] = upcoming;
  const shortestMonths = shortestExpiryBetween(policy, today, until);
  const span = { first: monthAt(-PACE_MONTHS), until: thisMonth, months: PACE_MONTHS };
  const old = await agentsWithOldRewards(db, shortestMonths, until);
  const [rows, totals, payeOfMonth, changeUnder] = await Promise.all([
    owedGroups(db, { at: now, terms, agentsWithOldRewards: old }, span, forecastTerms(upcoming, policy, months)),
    programmeTotals(db, span),
    payeOfMonths(db, [monthAt(-1), thisMonth]),
    paceChangesUnder(
      db,
      span,
      terms,
      planned.map((each) => each.terms),
    ),
  ]);
  const groups = rows.map((group) => ({ ...group, paidIn: paidInOf(group, months) }));
  const ofOneAgent = groups.flatMap(({ agentId, cents, paidIn }) =>
    agentId === null ? [] : [{ agentId, cents, paidIn }],
  );
  const lost = await expiringBalances(log, ofOneAgent, { policy, shortestMonths, today, until, months });
  const monthlyPace = totals.nettOfSpan / PACE_MONTHS;
  // Rewards of the current month up to today are in the balances already.
  const remaining = upcomingTerms(policy, addDays(today, 1), until);
  const newRewards = months.map((month) => newRewardsOf(month, remaining, monthlyPace, changeUnder));
  const payePerNett = payePerNettOf(totals);
  return {
    on: today,
    policyChanges: planned.map(({ from }) => from),
    months: monthsOf(months, { groups, lost }, newRewards, {
      ofMonth: payeOfMonth,
      perNett: payePerNett,
      lastMonth: monthAt(-1),
    }),
    undated: undatedOf({ groups, lost }),
    pendingCents: totals.pending,
    paceCents: Math.round(monthlyPace),
    payePerNett,
  };
}
