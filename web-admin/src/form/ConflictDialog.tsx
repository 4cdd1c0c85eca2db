import { DialogActions, DialogContent } from '@mui/material';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { fieldName, fieldText } from '../components/field.ts';
import { asPart, T } from '../i18n/T.tsx';
import { DialogFrame } from './FormDialog.tsx';

/** A save against an outdated record: the original, the typed and the current values. */
export interface Conflict {
  readonly base: RaRecord;
  readonly mine: RaRecord;
  readonly theirs: RaRecord;
}

/** A field with a typed value that differs from the current one. */
interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Who changed the field. `both` requires a choice, because the two changes differ. */
  readonly by: 'me' | 'them' | 'both';
}

const nullIfEmpty = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(nullIfEmpty(a)) === JSON.stringify(nullIfEmpty(b));

/** Lists the form fields changed since the form opened, and who changed them. Identical changes are no conflict. */
export function fieldConflicts({ base, mine, theirs }: Conflict, fields: readonly string[]): FieldConflict[] {
  return fields.flatMap((field) => {
    const [was, my, their] = [base[field], mine[field], theirs[field]];
    const iChanged = !isSame(was, my);
    const theyChanged = !isSame(was, their);
    if ((!iChanged && !theyChanged) || isSame(my, their)) return [];
    return [
      { field, base: was, mine: my, theirs: their, by: iChanged && theyChanged ? 'both' : iChanged ? 'me' : 'them' },
    ];
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

type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

/** Resolves a save conflict field by field: shows the original, the typed and the current value side by side. */
export function ConflictDialog({
  conflict,
  fields,
  onSave,
  onCancel,
}: {
  conflict: Conflict;
  fields: readonly string[];
  onSave: (record: RaRecord) => unknown;
  onCancel: () => void;
}) {
  const conflicts = fieldConflicts(conflict, fields);
  const [choices, setChoices] = useState<Choices>({});
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await onSave(merged(conflict, conflicts, choices));
    setBusy(false);
  };
  return (
    <DialogFrame onClose={onCancel} title="This record was changed while you were editing" maxWidth="md">
      <DialogContent>
        <T as="p">Your values are kept. Choose which ones to save.</T>
        <FigureTable
          caption="Fields that were changed"
          columns={['Field', 'Was', 'Yours', 'Theirs']}
          rows={conflicts.map((one) => {
            const choice = choices[one.field] ?? (one.by === 'them' ? 'theirs' : 'mine');
            const textOf = (value: unknown) => asPart(fieldText(one.field, value));
            const choiceOf = (name: 'mine' | 'theirs') => (
              <label key={name}>
                <input
                  checked={choice === name}
                  name={`merge-${one.field}`}
                  onChange={() => setChoices({ ...choices, [one.field]: name })}
                  type="radio"
                />{' '}
                <T>{textOf(one[name])}</T>
              </label>
            );
            return [one.field, [fieldName(one.field)], textOf(one.base), choiceOf('mine'), choiceOf('theirs')];
          })}
        />
        {conflicts.length === 0 && <T as="p">Your values and theirs are the same. Saving changes nothing.</T>}
      </DialogContent>
      <DialogActions>
        <ActionButton label="Keep editing" onClick={onCancel} />
        <ActionButton label="Save selected values" isBusy={isBusy} onClick={save} variant="contained" />
      </DialogActions>
    </DialogFrame>
  );
}
