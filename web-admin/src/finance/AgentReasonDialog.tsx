import { required, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { FormDialog } from '../record/FormDialog.tsx';
import { ReasonInput } from '../record/ReasonInput.tsx';
import { useSubmit } from '../record/use-submit.ts';

/** Asks for an agent's number and a reason, and makes a call with both. */
export function AgentReasonDialog({
  path,
  title,
  action,
  explanation,
  onClose,
}: {
  path: string;
  title: string;
  action: string;
  explanation: string;
  onClose: () => void;
}) {
  const submit = useSubmit<{ agentId: string; reason: string }>({
    send: ({ agentId, reason }) => call('POST', path, { agentId: Number(agentId), reason }),
    done: 'Done.',
    onDone: onClose,
  });
  return (
    <FormDialog action={action} onClose={onClose} onSubmit={submit} title={title}>
      <p>
        <T>{explanation}</T>
      </p>
      <TextInput
        fullWidth
        helperText="The number in the address of the agent’s page."
        label="Agent number"
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        source="agentId"
        validate={required('The agent is missing.')}
      />
      <ReasonInput />
    </FormDialog>
  );
}
