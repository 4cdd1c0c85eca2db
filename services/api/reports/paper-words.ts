import { type Day, dayOf, type Month } from '@fynbos/domain/calendar.ts';
import { plainRand } from '@fynbos/domain/money.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const OFFSET_MS = 2 * 3_600_000;

/** `R1 234.50` as the standard fonts of PDF can print it: non-breaking spaces, and a dash for the minus. */
export function paperRand(cents: number): string {
  const [whole = '', fraction = ''] = plainRand(Math.abs(cents)).split('.');
  return `${cents < 0 ? '\u2013' : ''}R${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')}.${fraction}`;
}

/** `14 Mar 2026` of a day; blank for none. */
export function paperDay(day: Day | null): string {
  if (!day) return '';
  const [year, month, date] = day.split('-').map(Number);
  return `${date}\u00a0${MONTHS[(month ?? 1) - 1]}\u00a0${year}`;
}

/** `Mar 2026` of a month. */
export const paperMonth = (month: Month): string => paperDay(`${month}-01`).slice(2);

/** `14 Mar 2026 09:05 SAST` of an instant in ISO 8601; blank for none. */
export function paperMoment(instant: string | null): string {
  if (!instant) return '';
  const there = new Date(new Date(instant).getTime() + OFFSET_MS).toISOString();
  return `${paperDay(dayOf(new Date(instant)))} ${there.slice(11, 16)} SAST`;
}

/** A name of ours in words: `TaxNumberMissing` as `Tax number missing`. */
export function paperName(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
