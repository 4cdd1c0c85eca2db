import { addDays, addMonths, type Day } from '../calendar.ts';
import { policyOn, type RewardPolicy } from './reward-policy.ts';

/**
 * The first day up to `until` on which a reward earned on `earnedOn` expires, with changes of the policy in between;
 * null if it does not expire (E1). Each day uses its own terms, like the nightly expiry. The search starts at `since`:
 * today for a reward that exists today.
 */
export function expiryDayUnder(policy: RewardPolicy, earnedOn: Day, until: Day, since: Day = earnedOn): Day | null {
  const begins = policy.versions.map(({ effectiveFrom }) => effectiveFrom ?? '').filter((day) => day > since);
  const starts = [since, ...[...new Set(begins)].sort()];
  for (const [at, start] of starts.entries()) {
    if (start > until) return null;
    const next = starts[at + 1];
    const end = next === undefined || next > until ? until : addDays(next, -1);
    const { expiryMonths } = policyOn(policy, start).terms;
    if (expiryMonths === null) continue;
    const due = addMonths(earnedOn, expiryMonths);
    const day = due > start ? due : start;
    if (day <= end) return day;
  }
  return null;
}
