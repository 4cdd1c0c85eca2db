import { addDays, addMonths, type Day, type Month } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { policyOn, type RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';

/** Terms of the reward policy with the days on which they are in force, both included. */
export interface TermsAhead {
  readonly from: Day;
  readonly to: Day;
  readonly terms: RewardPolicyTerms;
}

/** The terms in force from one day to another, by what was decided so far: planned changes count from their day. */
export function termsAhead(policy: RewardPolicy, from: Day, to: Day): readonly [TermsAhead, ...TermsAhead[]] {
  const begins = policy.versions.flatMap(({ effectiveFrom: day }) => (day && day > from && day <= to ? [day] : []));
  const days = [...new Set(begins)].sort();
  const stretch = (begin: Day, at: number): TermsAhead => {
    const next = days[at];
    return { from: begin, to: next === undefined ? to : addDays(next, -1), terms: policyOn(policy, begin).terms };
  };
  return [stretch(from, 0), ...days.map((day, at) => stretch(day, at + 1))];
}

/** The shortest time, in months, after which an unpaid reward expires in any of these terms; null where none does. */
export function shortestExpiry(ahead: readonly TermsAhead[]): number | null {
  const months = ahead.flatMap(({ terms: { expiryMonths } }) => expiryMonths ?? []);
  return months.length === 0 ? null : Math.min(...months);
}

const daysFrom = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** Of a month, the share of its days on which each of these terms is in force; those before the first count to the first. */
export function sharesOf(month: Month, ahead: readonly TermsAhead[]): { terms: RewardPolicyTerms; share: number }[] {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  return ahead.flatMap(({ from, to, terms }, at) => {
    const begin = at === 0 || from < first ? first : from;
    const end = to > last ? last : to;
    return begin > end ? [] : [{ terms, share: daysFrom(begin, end) / daysFrom(first, last) }];
  });
}
