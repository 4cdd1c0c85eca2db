import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { createContext, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { T, useSay, type Wording } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';

/** Whether the form of the dialog has unsent changes. The frame then asks before it closes. */
export const Dirty = createContext<RefObject<boolean> | null>(null);

export interface FrameProps {
  readonly title: Wording;
  readonly wide?: 'sm' | 'md';
  /** Whether a click outside and Escape are ignored because data that is shown only once is loading or visible. */
  readonly held?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks whether to discard unsent changes. */
function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
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

/** A dialog with a title. Escape and a click outside ask first when its form has unsent changes. */
export function DialogFrame({ title, wide, held, onClose, children }: FrameProps) {
  const say = useSay();
  const titleId = useId();
  const dirty = useRef(false);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty.current ? setAsking(true) : onClose());
  return (
    <Dialog aria-labelledby={titleId} fullWidth maxWidth={wide ?? 'xs'} onClose={held ? undefined : close} open>
      <DialogTitle id={titleId}>{say(title)}</DialogTitle>
      <Dirty.Provider value={dirty}>{children}</Dirty.Provider>
      {asking && <DiscardQuestion onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </Dialog>
  );
}
