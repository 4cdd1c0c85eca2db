import { type Day, dayOf, type Month, OFFSET_MS } from './calendar.ts';
import { type Cents, plainRand } from './money.ts';

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `R1 234.50` (M1), with narrow non-breaking spaces and a true minus sign, as the screens show amounts. */
export function formatRand(cents: Cents): string {
  const [whole = '', fraction = ''] = plainRand(Math.abs(cents)).split('.');
  return `${cents < 0 ? '\u2212' : ''}R${whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')}.${fraction}`;
}

/** A fraction as a percentage: 0.0725 is `7.25%`. */
export const formatPercent = (fraction: number): string => `${Number((fraction * 100).toFixed(6))}%`;

/** In place of a hidden value, or of the hidden part of one. */
export const MASK = '•••';

/** `14 Mar 2026`; empty for null. */
export function formatDay(day: Day | null): string {
  if (!day) return '';
  const [year, month, date] = day.split('-').map(Number);
  return `${date}\u00a0${MONTH_NAMES[(month ?? 1) - 1]}\u00a0${year}`;
}

/** `Mar 2026`. */
export const formatMonth = (month: Month): string => formatDay(`${month}-01`).slice(2);

/** `14 Mar 2026 09:05 SAST` for an instant in ISO 8601; empty for null. */
export function formatInstant(instant: string | null): string {
  if (!instant) return '';
  const local = new Date(new Date(instant).getTime() + OFFSET_MS).toISOString();
  return `${formatDay(dayOf(new Date(instant)))} ${local.slice(11, 16)} SAST`;
}

/** Abbreviations written in capitals. */
const ABBREVIATIONS = /\b(?:acb|eft|iata|id|otp|paye|sars|url)\b/g;

/** A code or an identifier as words: `TaxNumberMissing` becomes `Tax number missing`, `idNumber` `ID number`. */
export function formatCode(code: string): string {
  const spaced = code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]/g, ' ')
    .toLowerCase()
    .replace(/\bnon /g, 'non-')
    .replace(ABBREVIATIONS, (word) => word.toUpperCase());
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
