import type { RaRecord } from 'react-admin';
import type { Conflict } from './use-save.ts';

/** A field in which what was typed and what stands now both matter. */
export interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Who changed it: where both did and not alike, somebody has to choose. */
  readonly by: 'me' | 'them' | 'both';
}

const nothing = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(nothing(a)) === JSON.stringify(nothing(b));

/** The fields of a form that were changed since it opened, by whom. Fields that both made alike are no conflict. */
export function fieldConflicts({ base, mine, theirs }: Conflict, fields: readonly string[]): FieldConflict[] {
  return fields.flatMap((field) => {
    const [was, my, their] = [base[field], mine[field], theirs[field]];
    const iDid = !same(was, my);
    const theyDid = !same(was, their);
    if ((!iDid && !theyDid) || same(my, their)) return [];
    return [{ field, base: was, mine: my, theirs: their, by: iDid && theyDid ? 'both' : iDid ? 'me' : 'them' }];
  });
}

/** The record to save: theirs, with mine where it was chosen. */
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
