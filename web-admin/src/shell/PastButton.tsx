import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  TextField,
  Tooltip,
} from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { hasPast, instantTyped } from './moment.ts';

const LABEL = 'See a past moment';

/** Leads to the same page as of a moment that one chooses; only where there is a past to see. */
export function PastButton() {
  const { pathname } = useLocation();
  const [, setSearch] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const moment = instantTyped(typed);
  const isPast = moment !== null && moment < new Date().toISOString();
  if (!hasPast(pathname)) return null;
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (!moment || !isPast) return;
    setSearch((search) => {
      search.set('asOf', moment);
      search.delete('page');
      return search;
    });
    setOpen(false);
  };
  return (
    <>
      <Tooltip title={LABEL}>
        <IconButton aria-label={LABEL} color="inherit" onClick={() => setOpen(true)}>
          <HistoryIcon />
        </IconButton>
      </Tooltip>
      <Dialog aria-labelledby="past-title" fullWidth maxWidth="xs" onClose={() => setOpen(false)} open={isOpen}>
        <form noValidate onSubmit={go}>
          <DialogTitle id="past-title">{LABEL}</DialogTitle>
          <DialogContent className="form-column">
            <p>This page as it stood then, with what had been recorded by then. Nothing can be changed there.</p>
            <TextField
              autoFocus
              error={typed !== '' && !isPast}
              helperText={typed !== '' && !isPast ? 'Choose a moment that is over.' : 'Johannesburg time (SAST)'}
              label="Date and time"
              onChange={(event) => setTyped(event.target.value)}
              slotProps={{ inputLabel: { shrink: true } }}
              type="datetime-local"
              value={typed}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button disabled={!isPast} type="submit" variant="contained">
              Go there
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
