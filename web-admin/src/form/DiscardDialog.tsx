import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { T } from '../i18n/T.tsx';

/** What is lost when a page or dialog is left. */
export type UnsavedKind = 'input' | 'import' | 'secret';

const QUESTION_TEXTS = {
  input: {
    title: 'Discard your changes?',
    text: 'What you typed in this form has not been sent.',
    leave: 'Discard changes',
    stay: 'Keep editing',
  },
  import: {
    title: 'Stop the import?',
    text: 'The import runs only while this page is open. Lines that were imported stay imported.',
    leave: 'Stop the import',
    stay: 'Continue importing',
  },
  secret: {
    title: 'Leave without the secret?',
    text: 'The secret cannot be shown again.',
    leave: 'Leave',
    stay: 'Stay',
  },
} as const;

export function DiscardDialog({
  loss = 'input',
  onKeep,
  onDiscard,
}: {
  loss?: UnsavedKind;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  const titleId = useId();
  const { title, text, leave, stay } = QUESTION_TEXTS[loss];
  return (
    <Dialog aria-labelledby={titleId} maxWidth="xs" onClose={onKeep} open>
      <DialogTitle id={titleId}>
        <T>{title}</T>
      </DialogTitle>
      <T as={DialogContent}>{text}</T>
      <DialogActions>
        <ActionButton label={leave} color="error" onClick={onDiscard} />
        <ActionButton label={stay} autoFocus onClick={onKeep} variant="contained" />
      </DialogActions>
    </Dialog>
  );
}
