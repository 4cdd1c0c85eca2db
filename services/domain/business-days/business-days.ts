import { addDays, type Day } from '../calendar.ts';
import { DomainError } from '../errors.ts';

/**
 * The public holidays of the Public Holidays Act with a fixed date, as month and day. Good Friday and Family Day move.
 */
const FIXED: readonly (readonly [string, string])[] = [
  ['01-01', "New Year's Day"],
  ['03-21', 'Human Rights Day'],
  ['04-27', 'Freedom Day'],
  ['05-01', "Workers' Day"],
  ['06-16', 'Youth Day'],
  ['08-09', "National Women's Day"],
  ['09-24', 'Heritage Day'],
  ['12-16', 'Day of Reconciliation'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Day of Goodwill'],
];

/** 0 for Sunday to 6 for Saturday. */
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Easter Sunday of a year by the Gregorian computus (Meeus, Jones and Butcher). */
export function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`;
}

/**
 * The public holidays of a year with their names: twelve, and for one that falls on a Sunday also the Monday after it.
 * `extra` contains days that the President proclaims, by day.
 */
export function publicHolidays(year: number, extra: ReadonlyMap<Day, string> = new Map()): ReadonlyMap<Day, string> {
  const holidays = new Map<Day, string>(FIXED.map(([date, name]) => [`${year}-${date}`, name]));
  const easter = easterSunday(year);
  holidays.set(addDays(easter, -2), 'Good Friday');
  holidays.set(addDays(easter, 1), 'Family Day');
  for (const [day, name] of [...holidays]) {
    const monday = addDays(day, 1);
    if (weekdayOf(day) === 0 && !holidays.has(monday)) holidays.set(monday, `${name} (observed)`);
  }
  for (const [day, name] of extra) if (day.startsWith(`${year}-`)) holidays.set(day, name);
  return holidays;
}

/** Whether South African banks work on that day. */
export function isBusinessDay(day: Day, extra?: ReadonlyMap<Day, string>): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !publicHolidays(Number(day.slice(0, 4)), extra).has(day);
}

/** The day itself if it is a business day, otherwise the next business day. */
export function businessDayFrom(day: Day, extra?: ReadonlyMap<Day, string>): Day {
  let next = day;
  while (!isBusinessDay(next, extra)) next = addDays(next, 1);
  return next;
}

/** Days between the proposal of a run and its pay date, at most. A later date is a typing error or a run too early. */
export const LONGEST_NOTICE_DAYS = 45;

/** The day itself if it is a business day, otherwise the business day before. */
export function lastBusinessDayUpTo(day: Day, extra?: ReadonlyMap<Day, string>): Day {
  let last = day;
  while (!isBusinessDay(last, extra)) last = addDays(last, -1);
  return last;
}

/**
 * Rejects with `business-days.pay-date` a pay date that is in the past, more than `LONGEST_NOTICE_DAYS` ahead, or not a
 * business day. Both are Johannesburg days (O11).
 */
export function checkPayDate(payDate: Day, today: Day, extra?: ReadonlyMap<Day, string>): void {
  const refuse = (message: string): never => {
    throw new DomainError('invalid', 'business-days.pay-date', message, [{ field: 'payDate', message }]);
  };
  if (payDate < today) refuse('The pay date must not be in the past.');
  const latest = addDays(today, LONGEST_NOTICE_DAYS);
  if (payDate > latest) refuse(`The pay date must be at most ${LONGEST_NOTICE_DAYS} days ahead: ${latest} or before.`);
  if (!isBusinessDay(payDate, extra))
    refuse(`The pay date must be a business day, for instance ${businessDayFrom(payDate, extra)}.`);
}
