import { addDays, type Day } from '../calendar.ts';
import type { CountryCode } from './countries.ts';

/** A public holiday: a month and day, or days after Easter Sunday, or a weekday of a month. */
interface Holiday {
  readonly name: string;
  readonly on: string | number | { readonly month: string; readonly weekday: number; readonly nth: number };
  /** The first and last year in which it counts; null without a limit. */
  readonly from?: number;
  readonly until?: number;
}

interface Calendar {
  readonly holidays: readonly Holiday[];
  /** Whether a holiday on a Sunday also makes the Monday a holiday. */
  readonly movesToMonday: boolean;
  /** Holidays that are announced each year, so the calendar does not have them. */
  readonly announced: readonly string[];
  readonly source: string;
}

const GOOD_FRIDAY = { name: 'Good Friday', on: -2 } as const;
const EASTER_MONDAY = { name: 'Easter Monday', on: 1 } as const;
const ASCENSION = { name: 'Ascension Day', on: 39 } as const;
const NEW_YEAR = { name: "New Year's Day", on: '01-01' } as const;
const WORKERS = { name: "Workers' Day", on: '05-01' } as const;
const CHRISTMAS = { name: 'Christmas Day', on: '12-25' } as const;
const BOXING = { name: 'Boxing Day', on: '12-26' } as const;
const NOT_CONFIRMED = 'General knowledge of the law of the country; confirm with a local bank';

/** The public holidays of each country (Y2). Announced days are added on the page of business days. */
export const CALENDARS: Readonly<Record<CountryCode, Calendar>> = {
  RSA: {
    holidays: [
      NEW_YEAR,
      { name: 'Human Rights Day', on: '03-21' },
      { name: 'Freedom Day', on: '04-27' },
      WORKERS,
      { name: 'Youth Day', on: '06-16' },
      { name: "National Women's Day", on: '08-09' },
      { name: 'Heritage Day', on: '09-24' },
      { name: 'Day of Reconciliation', on: '12-16' },
      CHRISTMAS,
      { name: 'Day of Goodwill', on: '12-26' },
      GOOD_FRIDAY,
      { name: 'Family Day', on: 1 },
    ],
    movesToMonday: true,
    announced: ['Election days'],
    source: 'Public Holidays Act 36 of 1994',
  },
  NMB: {
    holidays: [
      NEW_YEAR,
      { name: 'Independence Day', on: '03-21' },
      GOOD_FRIDAY,
      EASTER_MONDAY,
      WORKERS,
      { name: 'Cassinga Day', on: '05-04' },
      ASCENSION,
      { name: 'Africa Day', on: '05-25' },
      { name: 'Genocide Remembrance Day', on: '05-28', from: 2025 },
      { name: "Heroes' Day", on: '08-26' },
      { name: 'Day of the Namibian Women and International Human Rights Day', on: '12-10' },
      CHRISTMAS,
      { name: 'Family Day', on: '12-26' },
    ],
    movesToMonday: true,
    announced: [],
    source: NOT_CONFIRMED,
  },
  LES: {
    holidays: [
      NEW_YEAR,
      { name: "Moshoeshoe's Day", on: '03-11' },
      GOOD_FRIDAY,
      EASTER_MONDAY,
      WORKERS,
      ASCENSION,
      { name: "Africa Day and Heroes' Day", on: '05-25' },
      { name: "King's Birthday", on: '07-17' },
      { name: 'Independence Day', on: '10-04' },
      CHRISTMAS,
      BOXING,
    ],
    movesToMonday: false,
    announced: [],
    source: NOT_CONFIRMED,
  },
  BOT: {
    holidays: [
      NEW_YEAR,
      { name: 'Public holiday after New Year', on: '01-02' },
      GOOD_FRIDAY,
      { name: 'Holy Saturday', on: -1 },
      EASTER_MONDAY,
      { name: 'Labour Day', on: '05-01' },
      ASCENSION,
      { name: 'Sir Seretse Khama Day', on: '07-01' },
      { name: "President's Day", on: { month: '07', weekday: 1, nth: 3 } },
      { name: "Public holiday after President's Day", on: { month: '07', weekday: 2, nth: 3 } },
      { name: 'Botswana Day', on: '09-30' },
      { name: 'Public holiday after Botswana Day', on: '10-01' },
      CHRISTMAS,
      BOXING,
    ],
    movesToMonday: true,
    announced: [],
    source: NOT_CONFIRMED,
  },
  SWZ: {
    holidays: [
      NEW_YEAR,
      GOOD_FRIDAY,
      EASTER_MONDAY,
      { name: "King Mswati III's Birthday", on: '04-19' },
      { name: 'National Flag Day', on: '04-25' },
      WORKERS,
      ASCENSION,
      { name: "King Sobhuza II's Birthday", on: '07-22' },
      { name: 'Somhlolo Day', on: '09-06' },
      CHRISTMAS,
      BOXING,
    ],
    movesToMonday: false,
    announced: ['Umhlanga (Reed Dance)', 'Incwala'],
    source: NOT_CONFIRMED,
  },
};

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

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

function dayIn(year: number, on: Holiday['on']): Day {
  if (typeof on === 'string') return `${year}-${on}`;
  if (typeof on === 'number') return addDays(easterSunday(year), on);
  const first = `${year}-${on.month}-01`;
  return addDays(first, ((on.weekday - weekdayOf(first) + 7) % 7) + 7 * (on.nth - 1));
}

/** The public holidays of a country in a year with their names, by day, without announced ones. */
export function holidaysOf(country: CountryCode, year: number): Map<Day, string> {
  const { holidays, movesToMonday } = CALENDARS[country];
  const days = new Map<Day, string>();
  for (const { name, on, from = year, until = year } of holidays)
    if (from <= year && year <= until) days.set(dayIn(year, on), name);
  if (!movesToMonday) return days;
  for (const [day, name] of [...days]) {
    const monday = addDays(day, 1);
    if (weekdayOf(day) === 0 && !days.has(monday)) days.set(monday, `${name} (observed)`);
  }
  return days;
}
