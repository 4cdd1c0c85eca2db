import { z } from 'zod';
import { addDays, type Day, dayOf } from '../calendar.ts';
import { HOME } from '../country/countries.ts';
import { holidaysOf, weekdayOf } from '../country/holidays.ts';
import type { Decider } from '../decider.ts';
import { fieldError } from '../errors.ts';
import type { EventsOf } from '../event-schema.ts';
import type { CodeOf } from '../refusal-codes.ts';

/** Stream `business-days`: days besides public holidays on which banks do not work, e.g. election days. */
export const businessDayEvents = {
  ExtraHolidaySet: z.object({ day: z.iso.date(), name: z.string() }),
  ExtraHolidayRemoved: z.object({ day: z.iso.date() }),
} as const;

export type BusinessDayEvent = EventsOf<typeof businessDayEvents>;

export const BUSINESS_DAYS_STREAM = 'business-days';

export type ExtraDays = ReadonlyMap<Day, string>;

type ExtraDayCommand =
  | { readonly type: 'SetExtraHoliday'; readonly day: Day; readonly name: string }
  | { readonly type: 'RemoveExtraHoliday'; readonly day: Day };

/** Rejects a past day with `business-days.day`, and a blank or long name with `.name`. */
export function checkExtraDay(command: ExtraDayCommand, today: Day): void {
  const refuse = (field: CodeOf<'business-days'>, message: string) =>
    fieldError(`business-days.${field}`, field, message);
  if (command.day < today) throw refuse('day', 'The day has passed.');
  if (command.type === 'RemoveExtraHoliday') return;
  const name = command.name.trim();
  if (name === '' || name.length > 60) throw refuse('name', 'The name has 1 to 60 characters.');
}

/** Rejects as `checkExtraDay`. */
export const extraDaysDecider: Decider<ExtraDays, ExtraDayCommand, BusinessDayEvent> = {
  name: 'business-days',
  initial: new Map(),

  decide(command, state, at) {
    checkExtraDay(command, dayOf(new Date(at)));
    const { day } = command;
    if (command.type === 'RemoveExtraHoliday')
      return state.has(day) ? [{ type: 'ExtraHolidayRemoved', data: { day } }] : [];
    const name = command.name.trim();
    return state.get(day) === name ? [] : [{ type: 'ExtraHolidaySet', data: { day, name } }];
  },

  evolve(state, { type, data }) {
    const next = new Map(state);
    if (type === 'ExtraHolidaySet') next.set(data.day, data.name);
    else next.delete(data.day);
    return next;
  },
};

/** Twelve, and the Monday after each that falls on a Sunday. `proclaimedDays`: further ones, by day. */
export function publicHolidays(year: number, proclaimedDays: ExtraDays): ReadonlyMap<Day, string> {
  const holidays = holidaysOf(HOME, year);
  for (const [day, name] of proclaimedDays) if (day.startsWith(`${year}-`)) holidays.set(day, name);
  return holidays;
}

export function isBusinessDay(day: Day, proclaimedDays: ExtraDays): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !publicHolidays(Number(day.slice(0, 4)), proclaimedDays).has(day);
}

/** The day itself, or the next business day. */
export function businessDayFrom(day: Day, proclaimedDays: ExtraDays): Day {
  let next = day;
  while (!isBusinessDay(next, proclaimedDays)) next = addDays(next, 1);
  return next;
}

/** Days between the proposal of a run and its pay date, at most. A later date is a typing error or a run too early. */
const MAX_DAYS_AHEAD = 45;

/** The day itself if it is a business day, otherwise the business day before. */
export function lastBusinessDayUpTo(day: Day, proclaimedDays: ExtraDays): Day {
  let last = day;
  while (!isBusinessDay(last, proclaimedDays)) last = addDays(last, -1);
  return last;
}

/**
 * Rejects a date in the past, over `MAX_DAYS_AHEAD` ahead, or not a business day: `business-days.pay-date` (O11).
 */
export function assertPayDate(payDate: Day, today: Day, proclaimedDays: ExtraDays): void {
  const refuse = (message: string) => fieldError('business-days.pay-date', 'payDate', message);
  if (payDate < today) throw refuse('The pay date must not be in the past.');
  const latest = addDays(today, MAX_DAYS_AHEAD);
  if (payDate > latest) throw refuse(`The pay date must be at most ${MAX_DAYS_AHEAD} days ahead: ${latest} or before.`);
  if (!isBusinessDay(payDate, proclaimedDays))
    throw refuse(`The pay date must be a business day, for instance ${businessDayFrom(payDate, proclaimedDays)}.`);
}
