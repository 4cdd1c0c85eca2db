import { addDays, addMonths, type Day } from '../calendar.ts';
import { EXPIRY_NOTICE_DAYS, policyOn, type RewardPolicy } from './reward-policy.ts';

/** The first days of the versions that begin after one day and by another. */
const beginsBetween = ({ versions }: RewardPolicy, after: Day, by: Day): Day[] => [
  ...new Set(versions.flatMap(({ effectiveFrom: day }) => (day !== null && day > after && day <= by ? [day] : []))),
];

/** Months; null where a version has none. */
const termsBetween = (policy: RewardPolicy, from: Day, to: Day): (number | null)[] =>
  [from, ...beginsBetween(policy, from, to)].map((day) => policyOn(policy, day).terms.expiryMonths);

/**
 * Months; null if none does. A shorter expiry applies `EXPIRY_NOTICE_DAYS` after its first day, so that agents are
 * warned; a longer one at once (E5).
 */
export function expiryMonthsOn(policy: RewardPolicy, day: Day): number | null {
  if (policy.versions.length === 0) return null;
  const months = termsBetween(policy, addDays(day, -EXPIRY_NOTICE_DAYS), day);
  return months.includes(null) ? null : Math.max(...months.map(Number));
}

/** Months; null if nothing expires. */
export function shortestExpiryBetween(policy: RewardPolicy, from: Day, to: Day): number | null {
  if (policy.versions.length === 0) return null;
  const months = termsBetween(policy, addDays(from, -EXPIRY_NOTICE_DAYS), to).flatMap((each) => each ?? []);
  return months.length === 0 ? null : Math.min(...months);
}

/**
 * The first day up to `until` on which a reward earned on `earnedOn` expires, each day by its own terms; null for none
 * (E1, E5). The search starts at `since`: today for a reward that exists today.
 */
export function expiryDayUnder(policy: RewardPolicy, earnedOn: Day, until: Day, since: Day = earnedOn): Day | null {
  const begins = beginsBetween(policy, addDays(since, -EXPIRY_NOTICE_DAYS), until);
  const changes = begins.flatMap((day) => [day, addDays(day, EXPIRY_NOTICE_DAYS)]).filter((day) => day > since);
  const starts = [since, ...[...new Set(changes)].sort()];
  for (const [at, start] of starts.entries()) {
    if (start > until) return null;
    const next = starts[at + 1];
    const end = next === undefined || next > until ? until : addDays(next, -1);
    const expiryMonths = expiryMonthsOn(policy, start);
    if (expiryMonths === null) continue;
    const due = addMonths(earnedOn, expiryMonths);
    const day = due > start ? due : start;
    if (day <= end) return day;
  }
  return null;
}
