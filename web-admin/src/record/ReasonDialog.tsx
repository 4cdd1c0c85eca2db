import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';

/** Asks for the reason of something; it becomes part of the audit trail. */
export function ReasonDialog({
  title,
  explanation,
  action,
  destructive,
  onDo,
  onClose,
}: {
  title: string;
  explanation: string;
  action: string;
  destructive?: boolean;
  onDo: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const missing = touched && reason.trim() === '';
  const submit = async () => {
    setTouched(true);
    if (reason.trim() === '') return;
    setBusy(true);
    try {
      await onDo(reason.trim());
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog aria-labelledby="reason-title" fullWidth maxWidth="xs" onClose={onClose} open>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogTitle id="reason-title">{title}</DialogTitle>
        <DialogContent>
          <p>{explanation}</p>
          <TextField
            autoFocus
            error={missing}
            fullWidth
            helperText={missing ? 'A reason is required!' : 'It stands in the history of the record.'}
            label="Reason"
            minRows={2}
            multiline
            onBlur={() => setTouched(reason !== '')}
            onChange={(event) => setReason(event.target.value)}
            value={reason}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button color={destructive ? 'error' : 'primary'} disabled={busy} type="submit" variant="contained">
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
