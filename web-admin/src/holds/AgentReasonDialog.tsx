import { call } from '../api/http.ts';
import { AgentInput } from '../form/AgentPicker.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { T } from '../i18n/T.tsx';

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
      <T as="p">{explanation}</T>
      <AgentInput missing="Choose a travel agent." />
      <ReasonInput />
    </FormDialog>
  );
}
