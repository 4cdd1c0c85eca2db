import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import { Form, useGetOne } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { ConflictDialog } from '../record/ConflictDialog.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { useSave } from '../record/use-save.ts';
import { AgencyInputs, PersonalInputs } from './AgentInputs.tsx';
import { AGENT_FIELDS, type Agent, agentForm, nameOf } from './agent.ts';

function Buttons({ onClose }: { onClose: () => void }) {
  const { isSubmitting } = useFormState();
  return (
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <Button data-save="" disabled={isSubmitting} type="submit" variant="contained">
        {isSubmitting ? 'Updating...' : 'Update'}
      </Button>
    </DialogActions>
  );
}

function EditForm({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  // As it was when the form opened, whatever is fetched meanwhile.
  const [base] = useState(() => agentForm(agent));
  const { save, conflict, dropConflict } = useSave(
    'travel-agents',
    base,
    onClose,
    'Travel agency updated successfully!',
  );
  return (
    <Form
      mode="onTouched"
      onSubmit={(values: object) => save(values as typeof base)}
      record={base}
      sanitizeEmptyValues={false}
    >
      <DialogContent className="form-column">
        <PersonalInputs contactHint="A change waits for a second person." idLabel="ID Number or Passport" />
        <AgencyInputs />
      </DialogContent>
      <Buttons onClose={onClose} />
      {conflict && (
        <ConflictDialog
          conflict={{ ...conflict, theirs: agentForm(conflict.theirs) }}
          fields={AGENT_FIELDS}
          onCancel={dropConflict}
          onSave={save}
        />
      )}
    </Form>
  );
}

/** Edit Travel Agent: personal and agency details, against the version that it opened with. */
export function EditAgentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetchedAfterMount } = useGetOne<Agent>('travel-agents', { id: Number(id) }, { staleTime: 0 });
  return (
    <Dialog aria-labelledby="edit-agent" fullWidth maxWidth="md" onClose={onClose} open>
      <DialogTitle id="edit-agent">Edit Travel Agent{data ? `: ${nameOf(data)}` : ''}</DialogTitle>
      {data && isFetchedAfterMount ? (
        <EditForm agent={data} onClose={onClose} />
      ) : (
        <DialogContent>{error ? <ErrorNote error={error} /> : <Waiting rows={8} />}</DialogContent>
      )}
    </Dialog>
  );
}
