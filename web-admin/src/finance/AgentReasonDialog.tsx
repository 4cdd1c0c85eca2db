import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
import { useAct } from './use-act.ts';

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
  const { act, busy, fields } = useAct();
  const [agentId, setAgentId] = useState('');
  const [reason, setReason] = useState('');
  const submit = async () => {
    if (await act(path, { agentId: Number(agentId), reason }, 'Done.')) onClose();
  };
  return (
    <Dialog aria-labelledby="agent-reason-title" fullWidth maxWidth="xs" onClose={onClose} open>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogTitle id="agent-reason-title">{title}</DialogTitle>
        <DialogContent className="form-column">
          <p>{explanation}</p>
          <TextField
            autoFocus
            error={Boolean(fields.agentId)}
            helperText={fields.agentId ?? 'The number in the address of the agent’s page.'}
            inputMode="numeric"
            label="Agent number"
            onChange={(event) => setAgentId(event.target.value)}
            value={agentId}
          />
          <TextField
            error={Boolean(fields.reason)}
            helperText={fields.reason ?? 'It stands in the history.'}
            label="Reason"
            minRows={2}
            multiline
            onChange={(event) => setReason(event.target.value)}
            value={reason}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={busy} type="submit" variant="contained">
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
