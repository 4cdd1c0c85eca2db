import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { words } from '../format/format.ts';
import { type FieldConflict, fieldConflicts, merged } from './merge.ts';
import type { Conflict } from './use-save.ts';

type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;
const shown = (value: unknown): string => (value === null || value === undefined || value === '' ? '—' : String(value));

function Row({
  conflict,
  choice,
  onChoose,
}: {
  conflict: FieldConflict;
  choice: 'mine' | 'theirs';
  onChoose: (side: 'mine' | 'theirs') => void;
}) {
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
      <th scope="row">{words(conflict.field)}</th>
      <td>{shown(conflict.base)}</td>
      {side('mine')}
      {side('theirs')}
    </tr>
  );
}

/** Somebody else saved first: what was there, what one typed and what stands now, side by side, to choose field by field. */
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
      <DialogTitle id="conflict-title">Somebody else has changed this meanwhile</DialogTitle>
      <DialogContent>
        <p>Nothing of yours is lost. Choose what to keep, then save again.</p>
        <div className="scroll-x">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Was</th>
                <th scope="col">Yours</th>
                <th scope="col">Theirs</th>
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
        {conflicts.length === 0 && <p>Your values and theirs are the same: saving again changes nothing more.</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Go on editing</Button>
        <Button onClick={() => onSave(merged(conflict, conflicts, choices))} variant="contained">
          Save these values
        </Button>
      </DialogActions>
    </Dialog>
  );
}
