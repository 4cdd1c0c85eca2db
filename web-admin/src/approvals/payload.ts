import { fieldName, fieldText } from '../components/field.ts';
import type { Wording } from '../i18n/T.tsx';

/** Technical fields of a request, hidden from readers. The agent or administrator is the record of the request. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set([
  'adjustmentId',
  'recalculationId',
  'whatIfId',
  'requestedBy',
  'holdId',
  'agentId',
  'adminId',
]);
/** A field of a request with its label and formatted value. */
export interface PayloadRow {
  readonly field: string;
  readonly label: string;
  readonly value: Wording;
}

const labelOf = (path: readonly string[]): string => fieldName(path.join('.'));

/** Nested objects and lists have rows of their own, so that no value is shown as JSON. */
export function payloadRows(payload: Readonly<Record<string, unknown>>, path: readonly string[] = []): PayloadRow[] {
  return Object.entries(payload).flatMap(([field, value]): PayloadRow[] => {
    if (HIDDEN_FIELDS.has(field) || value === null) return [];
    const here = [...path, field];
    if (Array.isArray(value)) {
      if (value.every((each) => typeof each !== 'object'))
        return [{ field: here.join('.'), label: labelOf(here), value: value.map(String).join(', ') || '—' }];
      return value.flatMap((each, index) =>
        payloadRows(each as Readonly<Record<string, unknown>>, [...here, String(index + 1)]),
      );
    }
    if (typeof value === 'object') return payloadRows(value as Readonly<Record<string, unknown>>, here);
    return [{ field: here.join('.'), label: labelOf(here), value: fieldText(field, value) }];
  });
}
