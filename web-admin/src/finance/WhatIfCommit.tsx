import { Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { usePermissions } from 'react-admin';
import { grouped, rand } from '../format/format.ts';
import { useAct } from './use-act.ts';
import type { Moved, WhatIf } from './what-if.ts';

const REASONS = ['Error', 'Rerated', 'Other'];

function CommitDialog({ run, correction, onClose }: { run: WhatIf; correction: Moved; onClose: () => void }) {
  const { act, busy, fields } = useAct();
  const isReassessed = run.definition.reassess !== null;
  const [reason, setReason] = useState(isReassessed ? 'Rerated' : 'Error');
  const [text, setText] = useState('');
  const submit = async () => {
    if (await act(`what-ifs/${run.id}/correction`, { reason, text }, 'It waits for a second person.')) onClose();
  };
  return (
    <Dialog aria-labelledby="commit-title" fullWidth maxWidth="sm" onClose={onClose} open>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogTitle id="commit-title">Correct the accounts</DialogTitle>
        <DialogContent className="form-column">
          <p>
            {isReassessed
              ? `${grouped(correction.reservations)} reservations of ${grouped(correction.agents)} agents are decided again. `
              : `${grouped(correction.reservations)} entries go to the accounts of ${grouped(correction.agents)} agents. `}
            Together {rand(correction.grossCents)} gross, {rand(correction.payeCents)} PAYE and{' '}
            {rand(correction.nettCents)} nett. What was paid is not edited. Once a second person approves, it is booked
            against the accounts as they are then.
          </p>
          <TextField label="Reason" onChange={(event) => setReason(event.target.value)} select value={reason}>
            {REASONS.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            error={Boolean(fields.text)}
            helperText={fields.text ?? 'It stands in every entry and in the history.'}
            label="What is corrected and why"
            minRows={2}
            multiline
            onChange={(event) => setText(event.target.value)}
            value={text}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={busy} type="submit" variant="contained">
            Ask for the correction
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The button that turns a what-if into a correction, for those in finance and where there is something to correct. */
export function WhatIfCommit({ run }: { run: WhatIf }) {
  const { permissions } = usePermissions<Record<string, string>>();
  const [open, setOpen] = useState(false);
  const correction = run.totals?.correction;
  if (!permissions?.['corrections:make'] || !run.hasResult || !correction || correction.reservations === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="contained">
        Correct the accounts
      </Button>
      {open && <CommitDialog correction={correction} onClose={() => setOpen(false)} run={run} />}
    </>
  );
}
