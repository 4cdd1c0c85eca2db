import { HOME } from '@fynbos/domain/country/countries.ts';
import { useRef } from 'react';
import { call } from '../api/http.ts';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { DialogForm, FormDialog, RecordDialog, useSubmit } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { useOpened, useSave } from '../form/use-save.ts';
import { Presence } from '../presence/Presence.tsx';
import { AGENT_FIELDS } from '../record/field.ts';
import { AgencyInputs, BankInputs, PasswordInputs, PersonalInputs } from './AgentInputs.tsx';
import { type Agent, agentForm, nameOf } from './agent.ts';
import { dialledNumber } from './agent-checks.ts';

/** Default values of a form that an admin fills in (specification, section 5). */
const DEFAULTS = {
  taxCountry: HOME,
  countryDialCode: '27',
  communicationMethod: 'C',
  termsAndConditions: 'N',
  employerConsent: 'Y',
  idtype: 'SMART',
  rentalCo: '1',
};

/**
 * Builds the request body. The cell number is the dial code without '+' followed by the number without its leading zero
 * (section 7).
 */
function bodyOf({ password, confirmPassword, ...values }: Record<string, string>): object {
  return {
    ...values,
    cellNumber: dialledNumber(values.countryDialCode ?? '', values.cellNumber ?? ''),
    countryOfIssue: values.taxCountry,
    ...(password ? { password, confirmPassword } : {}),
  };
}

/** Create Travel Agent: personal, agency and banking details. Opens the new record after saving. */
export function CreateAgentDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: number) => void }) {
  const created = useRef<number | null>(null);
  const submit = useSubmit<Record<string, string>>({
    send: async (values) => {
      const { id } = await call<{ id: number }>('POST', 'add-agent', bodyOf(values));
      created.current = id;
      return undefined;
    },
    done: 'The travel agent was created.',
    onDone: () => (created.current === null ? onClose() : onCreated(created.current)),
  });
  return (
    <FormDialog
      action="Create Travel Agent"
      busy="Creating..."
      checksEarly
      onClose={onClose}
      onSubmit={submit}
      title="Create Travel Agent"
      values={DEFAULTS}
      wide="md"
    >
      <PersonalInputs idLabel="ID Number" isNew />
      <AgencyInputs />
      <BankInputs />
      <PasswordInputs />
    </FormDialog>
  );
}

function EditForm({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const base = useOpened(agentForm(agent));
  const { save, conflict, dropConflict } = useSave(
    'travel-agents',
    base,
    onClose,
    'Travel agency updated successfully!',
  );
  return (
    <DialogForm
      action="Update"
      busy="Updating..."
      checksEarly
      onClose={onClose}
      onSubmit={(values: object) => save(values as typeof base)}
      record={base}
    >
      <Presence isEditing record={`travel-agents/${agent.id}`} />
      <PersonalInputs contactHint="Changes need another administrator's approval." idLabel="ID Number or Passport" />
      <AgencyInputs />
      <ReasonInput isOptional />
      {conflict && (
        <ConflictDialog
          conflict={{ ...conflict, theirs: agentForm(conflict.theirs) }}
          fields={AGENT_FIELDS}
          onCancel={dropConflict}
          onSave={save}
        />
      )}
    </DialogForm>
  );
}

/** Edit Travel Agent: personal and agency details. Saves against the version that the form opened with. */
export function EditAgentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <RecordDialog<Agent>
      form={(agent) => <EditForm agent={agent} onClose={onClose} />}
      id={Number(id)}
      onClose={onClose}
      resource="travel-agents"
      title={(agent) => (agent ? ['Edit Travel Agent: %{agent}', { agent: nameOf(agent) }] : 'Edit Travel Agent')}
      wide="md"
    />
  );
}
