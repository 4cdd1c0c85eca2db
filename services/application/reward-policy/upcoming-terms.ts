import { addDays, addMonths, type Day, type Month } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { policyOn, type RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';

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
  const stretch = (begin: Day, at: number): UpcomingTerms => {
    const next = days[at];
    return { from: begin, to: next === undefined ? to : addDays(next, -1), terms: policyOn(policy, begin).terms };
  };
  return [stretch(from, 0), ...days.map((day, at) => stretch(day, at + 1))];
}

const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** For each of these terms, the fraction of a month's days to which they apply. Days outside all terms count for none. */
export function sharesOfMonth(
  month: Month,
  upcoming: readonly UpcomingTerms[],
): { terms: RewardPolicyTerms; share: number }[] {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  return upcoming.flatMap(({ from, to, terms }) => {
    const begin = from < first ? first : from;
    const end = to > last ? last : to;
    return begin > end ? [] : [{ terms, share: daysBetween(begin, end) / daysBetween(first, last) }];
  });
}
