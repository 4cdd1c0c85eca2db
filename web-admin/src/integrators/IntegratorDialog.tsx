import type { Integrator, MadeKey } from '@fynbos/api/integrators/answers.ts';
import { DialogActions, DialogContent } from '@mui/material';
import { useState } from 'react';
import { CheckboxGroupInput, required, TextInput, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { DialogFrame } from '../form/DialogFrame.tsx';
import { DialogForm, FormDialog, formErrorsOf } from '../form/FormDialog.tsx';
import { useSave } from '../form/use-save.ts';
import { SCOPES } from '../format/field.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { KeyShown } from './KeyShown.tsx';

const choices = Object.entries(SCOPES).map(([id, name]) => ({ id, name }));

function Inputs() {
  return (
    <>
      <TextInput label="Name" source="name" validate={required('Name is required!')} />
      <CheckboxGroupInput
        choices={choices}
        label="Scopes"
        row={false}
        source="scopes"
        validate={required('At least one scope is required!')}
      />
    </>
  );
}

function EditDialog({ integrator, onClose }: { integrator: Integrator; onClose: () => void }) {
  // The integrator as it was when the form opened, unaffected by later fetches.
  const [base] = useState(integrator);
  const { save, conflict, dropConflict } = useSave('integrators', base, onClose);
  const submit = ({ name, scopes }: Partial<Integrator>) => save({ id: base.id, version: base.version, name, scopes });
  return (
    <FormDialog
      action="Save"
      onClose={onClose}
      onSubmit={submit}
      record={base}
      title={['Change %{name}', { name: base.name }]}
    >
      <Inputs />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          fields={['name', 'scopes']}
          onCancel={dropConflict}
          onSave={({ id, version, name, scopes }) => save({ id, version, name, scopes })}
        />
      )}
    </FormDialog>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const [made, setMade] = useState<MadeKey | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async (values: object) => {
    setSending(true);
    try {
      setMade(await call<MadeKey>('POST', 'integrators', values));
      refresh();
      return undefined;
    } catch (error) {
      return formErrorsOf(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <DialogFrame
      held={isSending || made !== null}
      onClose={onClose}
      title={made ? 'Integrator added.' : 'Add an integrator'}
    >
      {made ? (
        <>
          <DialogContent>
            <KeyShown made={made} />
          </DialogContent>
          <DialogActions>
            <ActionButton label="I have saved the key" autoFocus onClick={onClose} variant="contained" />
          </DialogActions>
        </>
      ) : (
        <DialogForm
          action="Add integrator"
          held={isSending}
          onClose={onClose}
          onSubmit={submit}
          values={{ scopes: ['rental-events:write', 'rental-events:read'] }}
        >
          <Inputs />
        </DialogForm>
      )}
    </DialogFrame>
  );
}

/** Adds an integrator with its first key, or changes the name and scopes of an existing one. */
export function IntegratorDialog({ integrator, onClose }: { integrator?: Integrator; onClose: () => void }) {
  return integrator ? <EditDialog integrator={integrator} onClose={onClose} /> : <AddDialog onClose={onClose} />;
}
