export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The business calendar is Africa/Johannesburg: UTC+2 all year, no daylight saving. */
export const OFFSET_MS = 2 * HOUR_MS;

/** A day in Johannesburg, `YYYY-MM-DD`; compares as text. */
export type Day = string;
/** A month in Johannesburg, `YYYY-MM`. */
export type Month = string;

export const dayOf = (instant: Date): Day => new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const startOfDay = (day: Day): Date => new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);

/** The instant (ISO 8601 UTC) so many milliseconds after another one; before it, where `ms` is negative. */
export const instantAfter = (instant: string | Date, ms: number): string =>
  new Date(new Date(instant).getTime() + ms).toISOString();

/** The last millisecond of a Johannesburg day. */
export const endOfDay = (day: Day): Date => new Date(startOfDay(day).getTime() + DAY_MS - 1);

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The number of days from the first to the last, both included. */
export const daysIn = (first: Day, last: Day): number => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** The number of days between two days in any order; 0 for the same day. */
export const daysApart = (a: Day, b: Day): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;

/** A day that the month does not have becomes its last day: 31 January plus one month is 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(y, m - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(d, last));
  return first.toISOString().slice(0, 10);
}

/** The first day that is accepted as input: an earlier one is a mistake, and some databases reject it. */
export const FIRST_DAY: Day = '1900-01-01';

/** Whether the text is `YYYY-MM-DD`, such a day exists, and it is not before `FIRST_DAY`. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether the text is `YYYY-MM` and such a month exists. */
export const isMonth = (text: string): text is Month => isDay(`${text}-01`);

/** The tax year of a day: 1 March to the end of February, named by the year in which it ends. */
export function taxYearOf(day: Day): number {
  const year = Number(day.slice(0, 4));
  return day.slice(5, 7) >= '03' ? year + 1 : year;
}

/** The last `count` months, newest first, the month of `today` included. */
export function lastMonths(today: Day, count: number): Month[] {
  return Array.from({ length: count }, (_, back) => monthOf(addMonths(`${monthOf(today)}-01`, -back)));
}
