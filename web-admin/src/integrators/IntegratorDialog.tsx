import type { Integrator } from '@fynbos/api/integrators/answers.ts';
import { useState } from 'react';
import { CheckboxGroupInput, required, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useSave } from '../form/use-save.ts';
import { SCOPES } from '../record/field.ts';
import { KeyDialog } from './KeyDialog.tsx';

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

const AddDialog = ({ onClose }: { onClose: () => void }) => (
  <KeyDialog
    action="Add integrator"
    create={(values) => call('POST', 'integrators', values)}
    made="Integrator added."
    onClose={onClose}
    title="Add an integrator"
    values={{ scopes: ['rental-events:write', 'rental-events:read'] }}
  >
    <Inputs />
  </KeyDialog>
);

/** Adds an integrator with its first key, or changes the name and scopes of an existing one. */
export function IntegratorDialog({ integrator, onClose }: { integrator?: Integrator; onClose: () => void }) {
  return integrator ? <EditDialog integrator={integrator} onClose={onClose} /> : <AddDialog onClose={onClose} />;
}
