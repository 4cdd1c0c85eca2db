import { addDays, type Day } from '../calendar.ts';
import type { Promotion } from './state.ts';

/** Both days are included; a null end is open. */
export type Dates = Pick<Promotion, 'startDate' | 'endDate'>;

const FOR_EVER: Day = '9999-12-31';
const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
const later = (a: Day, b: Day): Day => (a > b ? a : b);

/**
 * The first of the days gone by that dates newly include; null where there is none. A reservation of such a day, declined
 * because the promotion was not active, would earn by the next decision.
 */
export function newlyIncludedSince(before: Dates, after: Dates, today: Day): Day | null {
  const last = earlier(after.endDate ?? FOR_EVER, addDays(today, -1));
  if (after.startDate < before.startDate && after.startDate <= last) return after.startDate;
  if (before.endDate === null) return null;
  const first = later(addDays(before.endDate, 1), after.startDate);
  return first <= last ? first : null;
}
