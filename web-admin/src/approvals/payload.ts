import { fieldName, fieldText } from '../format/field.ts';
import type { Wording } from '../i18n/wording.ts';

/** What of a request is for the program that carries it out, and says nothing to a reader. */
const UNSAID: ReadonlySet<string> = new Set(['adjustmentId', 'recalculationId', 'whatIfId', 'requestedBy', 'holdId']);
/** A field of a request, what it is called, and its value in words. */
export interface PayloadRow {
  readonly field: string;
  readonly label: string;
  readonly value: Wording;
}

const labelOf = (path: readonly string[]): string => fieldName(path.join(' '));

/** The fields of a request one below the other, whatever lies within them opened up; nothing stands as JSON. */
export function payloadRows(payload: Readonly<Record<string, unknown>>, path: readonly string[] = []): PayloadRow[] {
  return Object.entries(payload).flatMap(([field, value]): PayloadRow[] => {
    if (UNSAID.has(field) || value === null) return [];
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
