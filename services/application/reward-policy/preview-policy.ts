import { addDays, addMonths, type Day, dayOf, daysIn, type Month } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { expiryMonthsOn } from '@fynbos/domain/reward-policy/expiry-day.ts';
import {
  assertTerms,
  EXPIRY_NOTICE_DAYS,
  policyOn,
  type RewardPolicy,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import { payableUnder, rewardsInvoicedBetween, rewardsUnder } from '@fynbos/projections/liability/policy-preview.ts';
import type { Application, Stores } from '../services.ts';
import { loadPolicy } from './current-policy.ts';

/**
 * Expiring by the end of the notice (E5). An estimate: it uses the invoice date, and E1 counts from the first earning
 * decision, which no read model has.
 */
async function expiringUnder(db: Application['db'], now: number | null, then: number | null, today: Day) {
  const from = addDays(today, EXPIRY_NOTICE_DAYS);
  const none = { from, agents: 0, rewards: 0, cents: 0 };
  if (then === null || (now !== null && now <= then)) return none;
  const oldest = now === null ? null : addMonths(from, -now);
  return { from, ...(await rewardsInvoicedBetween(db, oldest, addMonths(from, -then))) };
}

/**
 * Cents; records nothing. Agents who reach the payout minimum now, rewards of the last twelve months of invoices, and
 * those that expire once a shorter expiry applies. Rejects with `reward-policy.…`.
 */
export async function previewPolicy({ log, db }: Stores, terms: RewardPolicyTerms, now: Date) {
  assertTerms(terms);
  const today = dayOf(now);
  const since = addMonths(today, -12);
  const policy = await loadPolicy(log);
  const [payable, rewards, expiring] = await Promise.all([
    payableUnder(db, policyOn(policy, today).terms, terms),
    rewardsUnder(db, terms, since),
    expiringUnder(db, expiryMonthsOn(policy, today), terms.expiryMonths, today),
  ]);
  return { payable, rewards: { since, ...rewards }, expiring };
}

/** Terms of the reward policy with the days on which they apply, both included. */
export interface UpcomingTerms {
  readonly from: Day;
  readonly to: Day;
  readonly terms: RewardPolicyTerms;
}

/** The terms that apply from one day to another, including planned changes. */
export function upcomingTerms(policy: RewardPolicy, from: Day, to: Day): readonly [UpcomingTerms, ...UpcomingTerms[]] {
  const begins = policy.versions.flatMap(({ effectiveFrom: day }) => (day && day > from && day <= to ? [day] : []));
  const days = [...new Set(begins)].sort();
  const termsFrom = (begin: Day, at: number): UpcomingTerms => {
    const next = days[at];
    return { from: begin, to: next === undefined ? to : addDays(next, -1), terms: policyOn(policy, begin).terms };
  };
  return [termsFrom(from, 0), ...days.map((day, at) => termsFrom(day, at + 1))];
}

/** The fraction of a month's days to which each applies. Days outside all terms count for none. */
export function sharesOfMonth(
  month: Month,
  upcoming: readonly UpcomingTerms[],
): { terms: RewardPolicyTerms; share: number }[] {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  return upcoming.flatMap(({ from, to, terms }) => {
    const begin = from < first ? first : from;
    const end = to > last ? last : to;
    return begin > end ? [] : [{ terms, share: daysIn(begin, end) / daysIn(first, last) }];
  });
}
