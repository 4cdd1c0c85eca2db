import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import { CheckboxGroupInput, Form, type HttpError, required, TextInput, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { ConflictDialog } from '../record/ConflictDialog.tsx';
import { useSave } from '../record/use-save.ts';
import { type Integrator, type MadeKey, SCOPES } from './integrator.ts';
import { KeyShown } from './KeyShown.tsx';

const choices = SCOPES.map((scope) => ({ id: scope, name: scope }));

function Inputs() {
  return (
    <>
      <TextInput fullWidth helperText={false} label="Name" source="name" validate={required('Name is required!')} />
      <CheckboxGroupInput
        choices={choices}
        helperText={false}
        label="Scopes"
        row={false}
        source="scopes"
        validate={required('At least one scope is required!')}
      />
    </>
  );
}

function EditForm({ integrator, onClose }: { integrator: Integrator; onClose: () => void }) {
  const [base] = useState(integrator);
  const { save, conflict, dropConflict } = useSave('integrators', base, onClose);
  const submit = ({ name, scopes }: Partial<Integrator>) => save({ id: base.id, version: base.version, name, scopes });
  return (
    <Form mode="onTouched" onSubmit={submit} record={base}>
      <DialogTitle id="integrator-title">Change {base.name}</DialogTitle>
      <DialogContent className="form-column">
        <Inputs />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button data-save="" type="submit" variant="contained">
          Save
        </Button>
      </DialogActions>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          fields={['name', 'scopes']}
          onCancel={dropConflict}
          onSave={({ id, version, name, scopes }) => save({ id, version, name, scopes })}
        />
      )}
    </Form>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [made, setMade] = useState<MadeKey | null>(null);
  const submit = async (values: object) => {
    try {
      setMade(await call<MadeKey>('POST', 'integrators', values));
      refresh();
      return undefined;
    } catch (error) {
      const { message, body } = error as HttpError;
      notify(message, { type: 'error' });
      return body?.errors as object | undefined;
    }
  };
  if (made) {
    return (
      <>
        <DialogTitle id="integrator-title">The integrator was added</DialogTitle>
        <DialogContent>
          <KeyShown made={made} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} variant="contained">
            I have kept the key
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <Form defaultValues={{ scopes: ['rental-events:write', 'rental-events:read'] }} mode="onTouched" onSubmit={submit}>
      <DialogTitle id="integrator-title">Add an integrator</DialogTitle>
      <DialogContent className="form-column">
        <Inputs />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="contained">
          Add and make a key
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Adds an integrator with its first key, or changes the name and scopes of one. */
export function IntegratorDialog({ integrator, onClose }: { integrator?: Integrator; onClose: () => void }) {
  return (
    <Dialog aria-labelledby="integrator-title" fullWidth maxWidth="xs" onClose={onClose} open>
      {integrator ? <EditForm integrator={integrator} onClose={onClose} /> : <AddForm onClose={onClose} />}
    </Dialog>
  );
}
