import type { RaRecord } from 'react-admin';
import type { Conflict } from './use-save.ts';

/** A field with a typed value that differs from the current one. */
export interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Who changed the field. `both` requires a choice, because the two changes differ. */
  readonly by: 'me' | 'them' | 'both';
}

const nothing = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(nothing(a)) === JSON.stringify(nothing(b));

/** Lists the form fields changed since the form opened, and who changed them. Identical changes are no conflict. */
export function fieldConflicts({ base, mine, theirs }: Conflict, fields: readonly string[]): FieldConflict[] {
  return fields.flatMap((field) => {
    const [was, my, their] = [base[field], mine[field], theirs[field]];
    const iDid = !same(was, my);
    const theyDid = !same(was, their);
    if ((!iDid && !theyDid) || same(my, their)) return [];
    return [{ field, base: was, mine: my, theirs: their, by: iDid && theyDid ? 'both' : iDid ? 'me' : 'them' }];
  });
}

/** Builds the record to save: their values, except where mine were chosen. */
export function merged(
  { mine, theirs }: Conflict,
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): RaRecord {
  const next: RaRecord = { ...theirs };
  for (const { field, by } of conflicts) {
    const choice = choices[field] ?? (by === 'them' ? 'theirs' : 'mine');
    if (choice === 'mine') next[field] = mine[field];
  }
  return next;
}
