import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
import { useAct } from './use-act.ts';

/** A field of a small form; `type` as the browser knows it. */
interface ChangeField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'date';
  readonly value?: string;
}

interface Props {
  readonly title: string;
  readonly explanation: string;
  readonly action: string;
  /** Path of the call below `/api/admin`. */
  readonly path: string;
  readonly fields: readonly ChangeField[];
  /** The call's body without its reason. */
  readonly bodyOf: (values: Readonly<Record<string, string>>) => object;
  readonly onClose: () => void;
}

/** A change of a few fields with its reason, for a second person to approve. */
export function ChangeDialog({ title, explanation, action, path, fields, bodyOf, onClose }: Props) {
  const { act, busy, fields: messages } = useAct();
  const [reason, setReason] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ''])),
  );
  const submit = async () => {
    if (await act(path, { ...bodyOf(values), reason }, 'Asked for. A second person approves it.')) onClose();
  };
  return (
    <Dialog aria-labelledby="change-title" fullWidth maxWidth="xs" onClose={onClose} open>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogTitle id="change-title">{title}</DialogTitle>
        <DialogContent className="form-column">
          <p>{explanation}</p>
          {fields.map(({ name, label, hint, type = 'text' }) => (
            <TextField
              error={Boolean(messages[name])}
              helperText={messages[name] ?? hint}
              key={name}
              label={label}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              slotProps={type === 'date' ? { inputLabel: { shrink: true } } : {}}
              type={type}
              value={values[name]}
            />
          ))}
          <TextField
            error={Boolean(messages.reason)}
            helperText={messages.reason}
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
