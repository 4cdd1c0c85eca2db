import type { Wording } from '../i18n/wording.ts';
import { date, instant, percent, rand, words } from './format.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A field's value as it is read: amounts in Rand, rates in percent, days by name, instants in Johannesburg's time, what is nothing as a dash. */
export function fieldText(field: string, value: unknown): Wording {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (typeof value === 'number' && field.endsWith('Cents')) return rand(value);
  if (typeof value === 'number' && /rate$/i.test(field)) return percent(value);
  if (typeof value === 'string' && DAY.test(value)) return date(value);
  if (typeof value === 'string' && INSTANT.test(value)) return instant(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A field's name as it is read; that it counts cents is told by its value. */
export const fieldName = (field: string): string => words(field.replace(/Cents\b/g, ''));
