import { DialogContent } from '@mui/material';
import { useGetOne } from 'react-admin';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { DialogFrame } from '../form/DialogFrame.tsx';
import { DialogForm } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { useOpened, useSave } from '../form/use-save.ts';
import { Presence } from '../record/Presence.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { AgencyInputs, PersonalInputs } from './AgentInputs.tsx';
import { AGENT_FIELDS, type Agent, agentForm, nameOf } from './agent.ts';

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
  const { data, error, isFetchedAfterMount } = useGetOne<Agent>('travel-agents', { id: Number(id) }, { staleTime: 0 });
  return (
    <DialogFrame
      onClose={onClose}
      title={data ? ['Edit Travel Agent: %{agent}', { agent: nameOf(data) }] : 'Edit Travel Agent'}
      wide="md"
    >
      {data && isFetchedAfterMount ? (
        <EditForm agent={data} onClose={onClose} />
      ) : (
        <DialogContent>{error ? <ErrorNote error={error} /> : <Waiting rows={8} />}</DialogContent>
      )}
    </DialogFrame>
  );
}
