import { dayOf, OFFSET_MS } from '@fynbos/domain/calendar.ts';
import { formatDay, formatMonth, formatRand } from '@fynbos/domain/format.ts';

/** A code or an identifier as words. */
export { formatCode as words } from '@fynbos/domain/format.ts';

const NARROW_NO_BREAK_SPACE = '\u202f';

/** Formats cents as `R1 234.50` (rule M1), with a narrow non-breaking space and a true minus sign. */
export const rand = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? '' : formatRand(cents);

/** Formats a whole number in groups of three digits. */
export const grouped = (value: number): string =>
  String(Math.trunc(value)).replace(/\B(?=(\d{3})+(?!\d))/g, NARROW_NO_BREAK_SPACE);

/** Formats a rate as a percentage with all its decimals, of which a typed rate has four: 0.12345 → `12.345%`. */
export const percent = (rate: number): string => `${Number((rate * 100).toFixed(4))}%`;

/** Formats a part of a whole in full percents. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '0%' : percent(Math.round((part / whole) * 100) / 100);

/** A narrow column may break a date. */
const breakable = (text: string): string => text.replaceAll('\u00a0', ' ');
const dayShown = (at: Date): string => breakable(formatDay(dayOf(at)));

/** Formats an instant (Johannesburg time) or a day as `14 Mar 2026`. */
export function date(value: string | Date | null | undefined): string {
  if (!value) return '';
  const at = typeof value === 'string' && value.length === 10 ? new Date(`${value}T12:00:00Z`) : new Date(value);
  return Number.isNaN(at.getTime()) ? '' : dayShown(at);
}

/** Formats a day without its year: `14 Mar`. */
export const dayOfYear = (day: string): string => date(day).replace(/ \d{4}$/, '');

/** Formats a month (`2026-03`) as `Mar 2026`. */
export const monthText = (value: string): string => breakable(formatMonth(value.slice(0, 7)));

function clock(value: string | Date | null | undefined, length: number): string {
  if (!value) return '';
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return '';
  const there = new Date(at.getTime() + OFFSET_MS).toISOString();
  return `${dayShown(at)}, ${there.slice(11, 11 + length)}`;
}

/** Formats an instant as `14 Mar 2026, 09:05`, Johannesburg time. The foot of every page names the zone. */
export const instant = (value: string | Date | null | undefined): string => clock(value, 5);

/** Formats an instant with its seconds, for records of machines: `14 Mar 2026, 09:05:01`. */
export const exactInstant = (value: string | Date | null | undefined): string => clock(value, 8);

/** Formats an instant as `2026-03-14 09:05`, Johannesburg time, as the specification's enquiry cards show it. */
export function cardDate(value: string): string {
  const at = new Date(new Date(value).getTime() + OFFSET_MS).toISOString();
  return `${at.slice(0, 10)} ${at.slice(11, 16)}`;
}

/** Formats the time of an instant in Johannesburg: `14:05`. */
export const timeOfDay = (value: string): string => cardDate(value).slice(11);

/** Returns today's date in Johannesburg: `2026-03-14`. */
export const today = (now = Date.now()): string => dayOf(new Date(now));

/** A wording. This file cannot import the type, because the texts use it to format numbers. */
type Age = readonly [text: string, values: { readonly count: number }];

/** Formats the age of an instant in its largest whole unit: `3 h`. */
export function age(value: string, now = Date.now()): Age {
  const minutes = Math.max(0, Math.floor((now - Date.parse(value)) / 60_000));
  if (minutes < 1) return ['less than %{count} min', { count: 1 }];
  if (minutes < 60) return ['%{count} min', { count: minutes }];
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ['%{count} h', { count: hours }] : ['%{count} days', { count: Math.floor(hours / 24) }];
}

/** Formats the time since an instant: `3 h ago`; the day after two months. */
export const ago = (value: string, now = Date.now()): string | readonly [text: string, values: { age: Age }] =>
  now - Date.parse(value) > 60 * 86_400_000 ? date(value) : ['%{age} ago', { age: age(value, now) }];

/** Formats a duration in milliseconds in its largest meaningful unit: `4 min`, `12 s`. */
export function duration(ms: number): Age {
  if (ms < 1_000) return ['%{count} ms', { count: Math.round(ms) }];
  if (ms < 90_000) return ['%{count} s', { count: Math.round(ms / 1_000) }];
  return ms < 5_400_000
    ? ['%{count} min', { count: Math.round(ms / 60_000) }]
    : ['%{count} h', { count: Math.round(ms / 3_600_000) }];
}

/** Formats a number of southern Africa as `+27 79 892 3714` or `021 409 8078`; any other number stays as it is. */
export function phone(number: string): string {
  const parts = /^(0|\+?(?:27|264|267))(\d{2})(\d{3})(\d{3,4})$/.exec(number.replace(/[^\d+]/g, ''));
  if (!parts) return number;
  const [code = '', ...rest] = parts.slice(1);
  return code === '0' ? `0${rest.join(' ')}` : `+${code.replace('+', '')} ${rest.join(' ')}`;
}

/** Parses an amount in Rand (`-150`, `1234,50` or `1,234.50`) to cents (rule M1); null for invalid text. */
export function parseCents(text: string): number | null {
  const match = /^\s*([-\u2212]?)\s*R?\s*(\d[\d\s]*|\d{1,3}(?:,\d{3})+(?=\.))(?:[.,](\d{1,2}))?\s*$/.exec(text);
  if (!match) return null;
  const cents = Number((match[2] ?? '').replace(/[\s,]/g, '')) * 100 + Number((match[3] ?? '').padEnd(2, '0') || 0);
  return match[1] ? -cents : cents;
}

/** Parses a number with a decimal point or comma; NaN for empty and invalid text. */
export const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));

/** Parses a percentage to a fraction: `7,25` → 0.0725; NaN for empty and invalid text. */
export const parseFraction = (percent: string): number =>
  Number((parseNumber(percent.replace(/\s*%\s*$/, '')) / 100).toFixed(6));
