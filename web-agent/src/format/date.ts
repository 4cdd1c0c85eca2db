import { addDays, addMonths, type Day, dayOf, lastMonths, type Month, OFFSET_MS } from '@fynbos/domain/calendar.ts';
import { t } from '../i18n/t.tsx';

const MONTHS = t('January February March April May June July August September October November December').split(' ');
const SHORT_MONTHS = t('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec').split(' ');

/** `2026-03` as `March 2026`. */
export function monthName(month: Month): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1] ?? ''} ${year}`;
}

/** `2026-03` as `Mar`, for an axis. */
export const shortMonth = (month: Month): string => SHORT_MONTHS[Number(month.slice(5, 7)) - 1] ?? '';

/** A day, or the Johannesburg day of an instant, as `14 Mar 2026`, unbroken. Other text is unchanged. */
export function dayName(text: string): string {
  const day = dayOfText(text);
  if (!day) return text;
  const [year, month, date] = day.split('-');
  return `${Number(date)}\u00a0${SHORT_MONTHS[Number(month) - 1] ?? ''}\u00a0${year}`;
}

/** A day as `Mar 14, 2026`: the specification's MMM d, y for promotions (section 2, Incentives), in English. */
export const promotionDay = (text: string): string =>
  dayName(text).replace(/^(\d+)\s(\S+)\s(\d+)$/, (_, date, month, year) =>
    t('%{month} %{date}, %{year}', { month, date, year }),
  );

/** An instant as `14 Mar 2026, 16:05 SAST`. */
export function momentName(instant: string): string {
  const local = new Date(Date.parse(instant) + OFFSET_MS).toISOString();
  return `${dayName(instant)}, ${local.slice(11, 16)}\u00a0SAST`;
}

/** First and last day of a month as YYYYMMDD, for the query of `list-incentives` (specification, section 7). */
export function monthBounds(month: Month): { fromDate: string; toDate: string } {
  const first = `${month}-01`;
  const compact = (day: Day): string => day.replaceAll('-', '');
  return { fromDate: compact(first), toDate: compact(addDays(addMonths(first, 1), -1)) };
}

/** The last 12 months in Johannesburg time, newest first, including the current one. */
export const filterMonths = (now: Date): Month[] => lastMonths(dayOf(now), 12);

function dayOfText(text: string): Day | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : dayOf(at);
}
