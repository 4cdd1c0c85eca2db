import { type RaRecord, useDataProvider } from 'react-admin';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { DialCodeInput, Field, NUMBER_HINT } from './AgentInputs.tsx';
import { dialledNumber, emailCheck } from './agent-checks.ts';

/** Form field names of server fields, where they differ. */
const FIELD_OF = { iATANumber: 'iataNumber' } as const;

/** Refers a person on behalf of an agent; the invitation names the agent. Every field is required (section 5). */
export function ReferDialog({ agentId, name, onClose }: { agentId: number; name: string; onClose: () => void }) {
  const provider = useDataProvider();
  const submit = useSubmit<Record<string, string>>({
    send: async ({ countryDialCode = '', contactNumber = '', ...values }) => {
      const number = dialledNumber(countryDialCode, contactNumber);
      const data = { ...values, countryDialCode, contactNumber: number, referredByAgentId: agentId };
      const created = await provider.create<RaRecord & { message: string }>('referrals', { data });
      return created.data;
    },
    done: 'The travel agent has been successfully referred!',
    fieldOf: FIELD_OF,
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Send invitation"
      busy="Sending Referral Email..."
      checksEarly
      onClose={onClose}
      onSubmit={submit}
      title={['Refer a travel agent for %{name}', { name }]}
      values={{ countryDialCode: '27' }}
    >
      <Field label="First Name" missing="Travel Agent's Firstname is required!" source="firstName" />
      <Field label="Surname" missing="Travel Agent's Surname is required!" source="surname" />
      <Field
        check={emailCheck}
        label="Email Address"
        missing="Email Address is required."
        mode="email"
        source="emailAddress"
      />
      <DialCodeInput />
      <Field
        helperText={NUMBER_HINT}
        label="Contact Number"
        missing="Travel Agent's Cellphone Number is required!"
        mode="tel"
        source="contactNumber"
      />
      <Field
        label="IATA Number"
        missing="Travel Agent's Travel Agency IATA Number is required!"
        mode="numeric"
        source="iataNumber"
      />
      <Field label="Agency Name" missing="Travel Agent's Agency Name is required!" source="agencyName" />
    </FormDialog>
  );
}
