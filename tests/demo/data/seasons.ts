import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { easterSunday } from '@fynbos/domain/country/holidays.ts';

/** Relative demand per month, January first. */
const MONTHS = [1.05, 0.85, 1, 1, 0.8, 0.82, 1.1, 0.9, 1.05, 1.05, 0.95, 1.25];
/** Relative demand per weekday, Sunday first. */
const WEEKDAYS = [0.7, 1, 0.95, 1, 1.25, 1.5, 0.85];

const within = (day: Day, from: string, to: string): boolean => day.slice(5) >= from && day.slice(5) <= to;

/** Relative number of rentals that begin on a day. */
export function seasonOf(day: Day): number {
  const at = new Date(`${day}T00:00:00Z`);
  const easter = easterSunday(at.getUTCFullYear());
  let weight = (MONTHS[at.getUTCMonth()] as number) * (WEEKDAYS[at.getUTCDay()] as number);
  if (within(day, '12-12', '12-31')) weight *= 1.7;
  if (within(day, '01-01', '01-06')) weight *= 1.2;
  if (day >= addDays(easter, -6) && day <= addDays(easter, 1)) weight *= 1.9;
  if (within(day, '06-24', '07-14') || within(day, '09-20', '10-04')) weight *= 1.2;
  return weight;
}
