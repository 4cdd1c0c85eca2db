import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { fieldName, fieldText } from '../format/field.ts';
import { asPart, T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import type { Conflict } from './use-save.ts';

/** A field with a typed value that differs from the current one. */
interface FieldConflict {
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

type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

function Row({
  conflict,
  choice,
  onChoose,
}: {
  conflict: FieldConflict;
  choice: 'mine' | 'theirs';
  onChoose: (side: 'mine' | 'theirs') => void;
}) {
  const shown = (value: unknown) => <T>{asPart(fieldText(conflict.field, value))}</T>;
  const side = (name: 'mine' | 'theirs') => (
    <td>
      <label>
        <input
          checked={choice === name}
          name={`merge-${conflict.field}`}
          onChange={() => onChoose(name)}
          type="radio"
        />{' '}
        {shown(conflict[name])}
      </label>
    </td>
  );
  return (
    <tr>
      <th scope="row">
        <T>{fieldName(conflict.field)}</T>
      </th>
      <td>{shown(conflict.base)}</td>
      {side('mine')}
      {side('theirs')}
    </tr>
  );
}

/** Resolves a save conflict field by field: shows the original, the typed and the current value side by side. */
export function ConflictDialog({
  conflict,
  fields,
  onSave,
  onCancel,
}: {
  conflict: Conflict;
  fields: readonly string[];
  onSave: (record: RaRecord) => void;
  onCancel: () => void;
}) {
  const conflicts = fieldConflicts(conflict, fields);
  const [choices, setChoices] = useState<Choices>({});
  return (
    <Dialog aria-labelledby="conflict-title" fullWidth maxWidth="md" onClose={onCancel} open>
      <DialogTitle id="conflict-title">
        <T>This record was changed while you were editing</T>
      </DialogTitle>
      <DialogContent>
        <T as="p">Your values are kept. Choose which ones to save.</T>
        <div className="scroll-x">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">
                  <T>Field</T>
                </th>
                <th scope="col">
                  <T>Was</T>
                </th>
                <th scope="col">
                  <T>Yours</T>
                </th>
                <th scope="col">
                  <T>Theirs</T>
                </th>
              </tr>
            </thead>
            <tbody>
              {conflicts.map((one) => (
                <Row
                  choice={choices[one.field] ?? (one.by === 'them' ? 'theirs' : 'mine')}
                  conflict={one}
                  key={one.field}
                  onChoose={(side) => setChoices({ ...choices, [one.field]: side })}
                />
              ))}
            </tbody>
          </table>
        </div>
        {conflicts.length === 0 && <T as="p">Your values and theirs are the same. Saving changes nothing.</T>}
      </DialogContent>
      <DialogActions>
        <ActionButton label="Keep editing" onClick={onCancel} />
        <ActionButton
          label="Save selected values"
          onClick={() => onSave(merged(conflict, conflicts, choices))}
          variant="contained"
        />
      </DialogActions>
    </Dialog>
  );
}
