import { HOME } from '@fynbos/domain/country/countries.ts';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AdminBody } from '../api/http.ts';
import { EDITED_AGENT_FIELDS } from '../components/field.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { Presence } from '../presence/Presence.tsx';
import { AgencyInputs, BankInputs, PasswordInputs, PersonalInputs } from './AgentInputs.tsx';
import { type Agent, agentForm, nameOf } from './agent.ts';
import { dialledNumber } from './agent-checks.ts';

/** Default values of a form that an admin fills in (specification, section 5). */
const NEW_AGENT = {
  taxCountry: HOME,
  countryDialCode: '27',
  communicationMethod: 'C',
  termsAndConditions: 'N',
  employerConsent: 'Y',
  idtype: 'SMART',
  rentalCo: '1',
};

type NewAgent = AdminBody<'POST', 'add-agent'>;

/** The cell number is the dial code without '+' followed by the number without its leading zero (section 7). */
function bodyOf({ password, confirmPassword, ...values }: NewAgent): NewAgent {
  return {
    ...values,
    cellNumber: dialledNumber(String(values.countryDialCode ?? ''), String(values.cellNumber)),
    countryOfIssue: values.taxCountry,
    ...(password ? { password, confirmPassword } : {}),
  };
}

/** Create Travel Agent: personal, agency and banking details. Opens the new record after saving. */
export function CreateAgentDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const created = useRef(0);
  return (
    <FormDialog<NewAgent>
      action="Create Travel Agent"
      busyLabel="Creating..."
      validatesOnBlur
      doneMessage="The travel agent was created."
      onClose={onClose}
      // The page of the new record replaces the list and its dialog.
      onDone={() => navigate(`/travel-agents/${created.current}`)}
      send={async (values, { command }) => {
        created.current = (await command('POST', 'add-agent', bodyOf(values))).id;
      }}
      title="Create Travel Agent"
      values={NEW_AGENT}
      maxWidth="md"
    >
      <PersonalInputs idLabel="ID Number" isNew />
      <AgencyInputs />
      <BankInputs />
      <PasswordInputs />
    </FormDialog>
  );
}

/** Edit Travel Agent: personal and agency details. Saves against the version that the form opened with. */
export const EditAgentDialog = ({ id, onClose }: { id: number; onClose?: () => void }) => (
  <EditDialog<Agent>
    action="Update"
    busyLabel="Updating..."
    validatesOnBlur
    fields={EDITED_AGENT_FIELDS}
    id={id}
    onClose={onClose}
    resource="travel-agents"
    doneMessage="Travel agency updated successfully!"
    title={(agent) => (agent ? ['Edit Travel Agent: %{agent}', { agent: nameOf(agent) }] : 'Edit Travel Agent')}
    valuesOf={agentForm}
    maxWidth="md"
  >
    {() => (
      <>
        <Presence isEditing record={`travel-agents/${id}`} />
        <PersonalInputs contactHint="Changes need another administrator's approval." idLabel="ID Number or Passport" />
        <AgencyInputs />
        <ReasonInput isOptional />
      </>
    )}
  </EditDialog>
);
