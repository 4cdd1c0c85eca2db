import { Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useAct } from './use-act.ts';

/** The Johannesburg day `days` from now. */
const dayFromNow = (days: number): string =>
  new Date(Date.now() + (days * 24 + 2) * 3_600_000).toISOString().slice(0, 10);

/** Cut-off, pay date and which accounts; the lines are frozen in the background. */
export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const { act, busy, fields } = useAct();
  const [cutOff, setCutOff] = useState(dayFromNow(0));
  const [payDate, setPayDate] = useState(dayFromNow(3));
  const [batch, setBatch] = useState('eft');
  const submit = async () => {
    if (await act('payouts', { cutOff, payDate, batch }, 'Proposed.')) onClose();
  };
  return (
    <Dialog aria-labelledby="propose-title" fullWidth maxWidth="xs" onClose={onClose} open>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogTitle id="propose-title">Propose a payout run</DialogTitle>
        <DialogContent className="form-column">
          <TextField
            error={Boolean(fields.cutOff)}
            helperText={fields.cutOff ?? 'Rewards earned by the end of this day are paid.'}
            label="Cut-off"
            onChange={(event) => setCutOff(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
            type="date"
            value={cutOff}
          />
          <TextField
            error={Boolean(fields.payDate)}
            helperText={fields.payDate ?? 'A South African business day.'}
            label="Pay date"
            onChange={(event) => setPayDate(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
            type="date"
            value={payDate}
          />
          <TextField label="Accounts" onChange={(event) => setBatch(event.target.value)} select value={batch}>
            <MenuItem value="eft">South African (EFT files)</MenuItem>
            <MenuItem value="cross-border">Cross-border (a list of its own)</MenuItem>
          </TextField>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={busy} type="submit" variant="contained">
            Propose
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
