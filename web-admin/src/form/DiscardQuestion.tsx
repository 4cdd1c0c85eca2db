import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { T } from '../i18n/T.tsx';

/** Asks whether to discard unsent changes. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const titleId = useId();
  return (
    <Dialog aria-labelledby={titleId} maxWidth="xs" onClose={onKeep} open>
      <DialogTitle id={titleId}>
        <T>Discard your changes?</T>
      </DialogTitle>
      <T as={DialogContent}>What you typed in this form has not been sent.</T>
      <DialogActions>
        <ActionButton label="Discard changes" color="error" onClick={onDiscard} />
        <ActionButton label="Keep editing" autoFocus onClick={onKeep} variant="contained" />
      </DialogActions>
    </Dialog>
  );
}
