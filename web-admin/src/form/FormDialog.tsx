import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId, useRef, useState } from 'react';
import { Form } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { ActionButton, CloseDialog, useClose } from '../components/ActionButton.tsx';
import { useTranslation, type Wording } from '../i18n/T.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import { closeUnguarded, useFormGuard, useLeaveGuard } from './LeaveGuard.tsx';
import { Problem, type Sending, SubmitButton, useSubmit } from './submit.tsx';
import './FormDialog.css';

/** The frame asks before it closes over unsent changes, and stays open while its form is being sent (`locked`). */
const FormState = createContext<RefObject<'clean' | 'dirty' | 'locked'> | null>(null);

interface FrameProps {
  readonly title: Wording;
  readonly maxWidth?: 'sm' | 'md';
  /** Whether a secret is visible that is shown only once: a click outside and Escape are ignored. */
  readonly staysOpen?: boolean;
  /** Closes a dialog that no `ActionButton` opened. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A dialog with a title. Escape and a click outside ask first when its form has unsent changes. */
export function DialogFrame({ title, maxWidth, staysOpen, onClose, children }: FrameProps) {
  const translate = useTranslation();
  const titleId = useId();
  const state = useRef<'clean' | 'dirty' | 'locked'>('clean');
  const [isAsking, setAsking] = useState(false);
  const opener = useClose();
  useLeaveGuard(staysOpen ? 'secret' : null, state);
  const close = () => closeUnguarded(state, onClose ?? opener);
  const leave = () => {
    if (staysOpen || state.current === 'locked') return;
    if (state.current === 'dirty') setAsking(true);
    else close();
  };
  return (
    <Dialog aria-labelledby={titleId} fullWidth maxWidth={maxWidth ?? 'xs'} onClose={leave} open>
      <DialogTitle id={titleId}>{translate(title)}</DialogTitle>
      <CloseDialog value={close}>
        <FormState value={state}>{children}</FormState>
      </CloseDialog>
      {isAsking && <DiscardDialog onDiscard={close} onKeep={() => setAsking(false)} />}
    </Dialog>
  );
}

interface FormProps<Values> extends Sending<Values> {
  readonly action: string;
  /** Label of the other button. Default: Cancel. */
  readonly cancel?: string;
  /** Label of the button while it is sending and disabled. */
  readonly busyLabel?: Wording;
  /** Ends the work that is being sent. Without it, the form cannot be left until the answer arrives. */
  readonly onStop?: () => void;
  readonly destructive?: boolean;
  /** Whether the button is disabled until the form is valid (specification, Promotion forms). */
  readonly onlyValid?: boolean;
  /** Whether sending is disabled because the explanation has not loaded or the action is currently impossible. */
  readonly waits?: boolean;
  /** Whether fields are also validated on blur, for long forms. */
  readonly validatesOnBlur?: boolean;
  readonly values?: object;
  readonly children?: ReactNode;
}

function Buttons({
  action,
  cancel = 'Cancel',
  busyLabel,
  destructive,
  onlyValid,
  waits,
  onStop,
}: Pick<FormProps<never>, 'action' | 'cancel' | 'busyLabel' | 'destructive' | 'onlyValid' | 'waits' | 'onStop'>) {
  const { isDirty, isSubmitting, isValid } = useFormState();
  const state = useContext(FormState);
  const close = useClose();
  useFormGuard(state);
  useEffect(() => {
    if (!state) return;
    state.current = isSubmitting ? 'locked' : isDirty ? 'dirty' : 'clean';
    return () => {
      state.current = 'clean';
    };
  }, [state, isSubmitting, isDirty]);
  return (
    <DialogActions>
      {isSubmitting && onStop ? (
        <ActionButton label="Stop" onClick={onStop} />
      ) : (
        <ActionButton label={cancel} isUnavailable={isSubmitting} onClick={close} />
      )}
      <SubmitButton
        action={action}
        busyLabel={busyLabel}
        isDestructive={destructive}
        isDisabled={waits || (onlyValid && !isValid)}
      />
    </DialogActions>
  );
}

/** The form within a dialog: inputs with their errors, Cancel and a submit button. Ctrl+S also submits. */
export function DialogForm<Values extends object>({
  send,
  doneMessage,
  onDone,
  offline,
  fieldOf,
  values,
  validatesOnBlur,
  children,
  ...buttons
}: FormProps<Values>) {
  const submit = useSubmit({ send, doneMessage, onDone, offline, fieldOf });
  return (
    <Form
      defaultValues={values}
      className="dialog-form"
      // The dialog itself shows the problem.
      disableInvalidFormNotification
      // On blur a validation message can move the submit button during a press, so only where required.
      mode={validatesOnBlur || buttons.onlyValid ? 'onTouched' : 'onSubmit'}
      noValidate
      onSubmit={submit}
    >
      <DialogContent className="form-column">
        <Problem focusesFirst />
        {children}
      </DialogContent>
      <Buttons {...buttons} />
    </Form>
  );
}

export type FormDialogProps<Values> = Omit<FrameProps, 'children' | 'staysOpen'> & FormProps<Values>;

/** A form in a dialog. Every dialog that sends data uses it. */
export const FormDialog = <Values extends object>({ title, maxWidth, onClose, ...form }: FormDialogProps<Values>) => (
  <DialogFrame onClose={onClose} title={title} maxWidth={maxWidth}>
    <DialogForm {...form} />
  </DialogFrame>
);
