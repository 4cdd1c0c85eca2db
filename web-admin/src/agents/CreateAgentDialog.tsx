import { HOME } from '@fynbos/domain/country/countries.ts';
import { useRef } from 'react';
import { call } from '../api/http.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { AgencyInputs, BankInputs, PasswordInputs, PersonalInputs } from './AgentInputs.tsx';
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
