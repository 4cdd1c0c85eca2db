import { addDays, type Day } from '../calendar.ts';
import type { Promotion } from './state.ts';

/** Both days are included; a null end date means open-ended. */
export type Dates = Pick<Promotion, 'startDate' | 'endDate'>;

const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
const later = (a: Day, b: Day): Day => (a > b ? a : b);

/**
 * The first past day that the new dates include and the old ones did not; null where there is none. A reservation of
 * such a day, declined because the promotion was not active, would earn by its next decision.
 */
export function newlyIncludedSince(before: Dates, after: Dates, today: Day): Day | null {
  const yesterday = addDays(today, -1);
  const last = after.endDate === null ? yesterday : earlier(after.endDate, yesterday);
  if (after.startDate < before.startDate && after.startDate <= last) return after.startDate;
  if (before.endDate === null) return null;
  const first = later(addDays(before.endDate, 1), after.startDate);
  return first <= last ? first : null;
}
