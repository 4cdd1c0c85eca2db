import { addedEntries } from '@fynbos/domain/audit/sentences.ts';
import { formatCode, formatDay, formatInstant, formatPercent, formatRand } from '@fynbos/domain/format.ts';
import { z } from 'zod';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** The day that marks a value in force since the record was created. */
const START = '0000-01-01';

/** The label of a field: `details.postalCode` becomes `Postal code`. */
export const fieldLabel = (field: string): string =>
  formatCode(field.replace(/^(details|bank)\./, '').replace(/Cents\b/g, '')).replaceAll('.', ' ');

/** A field's value as text: amounts in rand, rates in percent, days, instants, and lists with semicolons. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number')
    return field.endsWith('Cents') ? formatRand(value) : /rate$/i.test(field) ? formatPercent(value) : String(value);
  if (Array.isArray(value)) return value.map((each) => valueText(field, each)).join('; ') || '—';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${fieldLabel(name)} ${valueText(name, each)}`)
      .join(', ');
  const text = String(value);
  if (text === START) return 'the start';
  if (DAY.test(text)) return formatDay(text);
  return INSTANT.test(text) ? formatInstant(text) : text;
}

export const changeTextShape = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
});
export type ChangeText = Readonly<z.output<typeof changeTextShape>>;

/** A change of a field as text. Of a list that has grown only the new entries are shown. */
export function changeText({
  field,
  ...change
}: {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}): ChangeText {
  const { before, after } = addedEntries(change.before, change.after) ?? change;
  return { field: fieldLabel(field), before: valueText(field, before), after: valueText(field, after) };
}
