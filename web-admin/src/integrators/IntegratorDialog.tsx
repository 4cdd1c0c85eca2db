import type { Integrator } from '@fynbos/api/integrators/answers.ts';
import type { AdminBody } from '../api/http.ts';
import { SCOPES } from '../components/field.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { ChecksField, Field, ReasonInput } from '../form/inputs.tsx';
import { KeyDialog } from './KeyDialog.tsx';

function Inputs() {
  return (
    <>
      <Field label="Name" source="name" />
      <ChecksField
        choices={Object.entries(SCOPES)}
        label="Scopes"
        missing="At least one scope is required!"
        source="scopes"
      />
    </>
  );
}

export const EditIntegratorDialog = ({ id }: { id: string }) => (
  <EditDialog<Integrator>
    action="Save"
    fields={['name', 'scopes']}
    id={id}
    requestOf={({ name, scopes }) => ({ name, scopes })}
    resource="integrators"
    title={(integrator) => ['Edit %{name}', { name: integrator?.name ?? '' }]}
    valuesOf={(integrator) => integrator}
  >
    {() => <Inputs />}
  </EditDialog>
);

export const AddIntegratorDialog = ({ onClose }: { onClose?: () => void }) => (
  <KeyDialog<AdminBody<'POST', 'integrators'> & { reason: string | null }>
    action="Add integrator"
    create={({ reason, ...values }, { command }) => command('POST', 'integrators', values, { reason })}
    createdTitle="Integrator added."
    onClose={onClose}
    title="Add an integrator"
    values={{ scopes: ['rental-events:write', 'rental-events:read'], reason: '' }}
  >
    <Inputs />
    <ReasonInput isOptional />
  </KeyDialog>
);
