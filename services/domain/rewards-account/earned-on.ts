import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Posting, RewardsAccountEvent } from './events.ts';

const earned = (posting: Posting | null): Cents => (posting?.status === 'Earned' ? posting.nettCents : 0);

/**
 * The nett change in cents of what a day's postings earned, and the number of reservations that earn more than before
 * that day.
 */
export function earnedOn(
  events: readonly RewardsAccountEvent[],
  day: Day,
): { readonly nettCents: Cents; readonly rewards: number } {
  const changes = new Map<string, Cents>();
  for (const { type, data } of events) {
    if (type !== 'RewardPosted' || data.on !== day) continue;
    const change = earned(data.after) - earned(data.before);
    changes.set(data.reservationNo, (changes.get(data.reservationNo) ?? 0) + change);
  }
  const all = [...changes.values()];
  return { nettCents: all.reduce((sum, one) => sum + one, 0), rewards: all.filter((one) => one > 0).length };
}
