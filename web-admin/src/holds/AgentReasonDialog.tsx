import { call } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { AgentInput } from '../record/AgentPicker.tsx';
import { FormDialog } from '../record/FormDialog.tsx';
import { ReasonInput } from '../record/ReasonInput.tsx';
import { useSubmit } from '../record/use-submit.ts';

/** Asks for an agent and a reason and sends both. */
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
  const submit = useSubmit<{ agentId: number; reason: string }>({
    send: ({ agentId, reason }) => call('POST', path, { agentId, reason }),
    done: 'Saved.',
    onDone: onClose,
  });
  return (
    <FormDialog action={action} onClose={onClose} onSubmit={submit} title={title}>
      <p>
        <T>{explanation}</T>
      </p>
      <AgentInput missing="Choose a travel agent." />
      <ReasonInput />
    </FormDialog>
  );
}
