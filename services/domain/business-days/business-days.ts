import { addDays, type Day } from '../calendar.ts';
import { HOME } from '../country/countries.ts';
import { holidaysOf, weekdayOf } from '../country/holidays.ts';
import { DomainError } from '../errors.ts';
import type { ExtraDays } from './extra-days.ts';

/**
 * The public holidays of a year with their names: twelve, and for one that falls on a Sunday also the Monday after it.
 * `proclaimedDays`: the names of days that the President proclaims, by day; an empty map for none.
 */
export function publicHolidays(year: number, proclaimedDays: ExtraDays): ReadonlyMap<Day, string> {
  const holidays = holidaysOf(HOME, year);
  for (const [day, name] of proclaimedDays) if (day.startsWith(`${year}-`)) holidays.set(day, name);
  return holidays;
}

/** Whether South African banks work on that day. */
export function isBusinessDay(day: Day, proclaimedDays: ExtraDays): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !publicHolidays(Number(day.slice(0, 4)), proclaimedDays).has(day);
}

/** The day itself if it is a business day, otherwise the next business day. */
export function businessDayFrom(day: Day, proclaimedDays: ExtraDays): Day {
  let next = day;
  while (!isBusinessDay(next, proclaimedDays)) next = addDays(next, 1);
  return next;
}

/** Days between the proposal of a run and its pay date, at most. A later date is a typing error or a run too early. */
export const LONGEST_NOTICE_DAYS = 45;

/** The day itself if it is a business day, otherwise the business day before. */
export function lastBusinessDayUpTo(day: Day, proclaimedDays: ExtraDays): Day {
  let last = day;
  while (!isBusinessDay(last, proclaimedDays)) last = addDays(last, -1);
  return last;
}

/**
 * Rejects with `business-days.pay-date` a pay date that is in the past, more than `LONGEST_NOTICE_DAYS` ahead, or not a
 * business day. Both are Johannesburg days (O11).
 */
export function checkPayDate(payDate: Day, today: Day, proclaimedDays: ExtraDays): void {
  const refuse = (message: string): never => {
    throw new DomainError('invalid', 'business-days.pay-date', message, [{ field: 'payDate', message }]);
  };
  if (payDate < today) refuse('The pay date must not be in the past.');
  const latest = addDays(today, LONGEST_NOTICE_DAYS);
  if (payDate > latest) refuse(`The pay date must be at most ${LONGEST_NOTICE_DAYS} days ahead: ${latest} or before.`);
  if (!isBusinessDay(payDate, proclaimedDays))
    refuse(`The pay date must be a business day, for instance ${businessDayFrom(payDate, proclaimedDays)}.`);
}
