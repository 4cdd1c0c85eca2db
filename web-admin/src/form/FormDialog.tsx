import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId, useRef, useState } from 'react';
import { Form, type HttpError, useNotify, useRefresh } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { T, useSay, type Wording } from '../i18n/T.tsx';
import { ActionButton, CloseDialog, useClose } from '../record/ActionButton.tsx';
import { Note } from '../record/texts.tsx';

/** State of the form of the dialog. The frame asks before it closes over unsent changes, and stays open while it is held. */
const FormState = createContext<RefObject<'clean' | 'dirty' | 'held'> | null>(null);

interface FrameProps {
  readonly title: Wording;
  readonly wide?: 'sm' | 'md';
  /** Whether a click outside and Escape are ignored, because data that is shown only once is visible. */
  readonly held?: boolean;
  /** Closes a dialog that no `ActionButton` opened. */
  readonly onClose?: () => void;
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
  const state = useRef<'clean' | 'dirty' | 'held'>('clean');
  const [asking, setAsking] = useState(false);
  const opener = useClose();
  const close = onClose ?? opener;
  const leave = () => {
    if (held || state.current === 'held') return;
    if (state.current === 'dirty') setAsking(true);
    else close();
  };
  return (
    <Dialog aria-labelledby={titleId} fullWidth maxWidth={wide ?? 'xs'} onClose={leave} open>
      <DialogTitle id={titleId}>{say(title)}</DialogTitle>
      <CloseDialog value={close}>
        <FormState value={state}>{children}</FormState>
      </CloseDialog>
      {asking && <DiscardQuestion onDiscard={close} onKeep={() => setAsking(false)} />}
    </Dialog>
  );
}

/** Errors in the format of react-hook-form: by field, and `root` for the general message. */
type FormErrors = object | undefined;

export interface Sending<Values> {
  /** Makes the call. The answer can contain the message to show; null leaves the form as it is. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Message for an answer without one. */
  readonly done?: string;
  /** Called after success. By default the dialog closes. */
  readonly onDone?: () => unknown;
  /** The specification's alert for an unreachable server. */
  readonly offline?: string;
  /** Form field names of server fields, where they differ. */
  readonly fieldOf?: Readonly<Record<string, string>>;
}

/** Sends a form. After success it shows the result and refreshes the page; otherwise it returns the errors for the form. */
function useSubmit<Values>({ send, done, onDone, offline, fieldOf = {} }: Sending<Values>) {
  const notify = useNotify();
  const say = useSay();
  const refresh = useRefresh();
  const close = useClose();
  return async (values: object): Promise<FormErrors> => {
    try {
      const answer = (await send(values as Values)) as { message?: string } | null | undefined;
      if (answer === null) return {};
      const message = answer?.message ?? done;
      if (message) notify(message, { type: 'success' });
      refresh();
      (onDone ?? close)();
      return undefined;
    } catch (error) {
      const { message, body, status } = error as HttpError;
      if (status === 0 && offline) {
        window.alert(say(offline));
        return {};
      }
      const errors = (body?.errors ?? { root: { serverError: message } }) as object;
      return Object.fromEntries(Object.entries(errors).map(([field, text]) => [fieldOf[field] ?? field, text]));
    }
  };
}

const FIELDS =
  'input:not([type="hidden"], [aria-hidden="true"]), textarea:not([aria-hidden="true"]), [role="combobox"]';

interface FormProps<Values> extends Sending<Values> {
  readonly action: string;
  /** Label of the other button. Default: Cancel. */
  readonly cancel?: string;
  /** Label of the button while it is sending and disabled. */
  readonly busy?: string;
  readonly destructive?: boolean;
  /** Whether the button is disabled until the form is valid (specification, Promotion forms). */
  readonly onlyValid?: boolean;
  /** Whether sending is disabled because the explanation has not loaded or the action is currently impossible. */
  readonly waits?: boolean;
  /** Whether fields are also validated on blur, for long forms. */
  readonly checksEarly?: boolean;
  /** Whether the dialog stays open while it sends, because the answer contains data that is shown only once. */
  readonly holds?: boolean;
  readonly values?: object;
  readonly children?: ReactNode;
}

function Buttons({
  action,
  cancel = 'Cancel',
  busy,
  destructive,
  onlyValid,
  waits,
  holds,
}: Pick<FormProps<never>, 'action' | 'cancel' | 'busy' | 'destructive' | 'onlyValid' | 'waits' | 'holds'>) {
  const { isDirty, isSubmitting, isSubmitSuccessful, isValid } = useFormState();
  const state = useContext(FormState);
  const close = useClose();
  const isHeld = holds && isSubmitting;
  useEffect(() => {
    if (state) state.current = isHeld ? 'held' : isDirty && !isSubmitSuccessful ? 'dirty' : 'clean';
  }, [state, isHeld, isDirty, isSubmitSuccessful]);
  return (
    <DialogActions>
      <ActionButton label={cancel} disabled={isHeld} onClick={close} />
      <ActionButton
        label={isSubmitting && busy ? busy : action}
        color={destructive ? 'error' : 'primary'}
        data-save=""
        disabled={waits || isSubmitting || (onlyValid && !isValid)}
        type="submit"
        variant="contained"
      />
    </DialogActions>
  );
}

/**
 * Server errors without a visible field. Sets the focus: on the first field when the form opens, on the error after a
 * refusal.
 */
function Problem() {
  const { errors, submitCount } = useFormState();
  const note = useRef<HTMLDivElement>(null);
  const message = errors.root?.serverError?.message;
  const inputs = note.current?.closest('form')?.elements;
  const isAtField = Object.entries(errors).some(
    ([field, error]) => error?.message === message && inputs?.namedItem(field),
  );
  useEffect(() => {
    const form = note.current?.closest('form');
    const field = form?.querySelector<HTMLElement>(
      submitCount === 0 ? FIELDS : '[aria-invalid="true"]:not([aria-hidden="true"])',
    );
    if (field) field.focus();
    else if (submitCount > 0) note.current?.focus();
  }, [submitCount]);
  return (
    <div className="form-problem" ref={note} tabIndex={-1}>
      {message && !isAtField && <Note severity="error">{message}</Note>}
    </div>
  );
}

/** The form within a dialog: inputs with their errors, Cancel and a submit button. Ctrl+S also submits. */
export function DialogForm<Values extends object>({
  send,
  done,
  onDone,
  offline,
  fieldOf,
  values,
  checksEarly,
  children,
  ...buttons
}: FormProps<Values>) {
  const submit = useSubmit({ send, done, onDone, offline, fieldOf });
  return (
    <Form
      defaultValues={values}
      className="dialog-form"
      // The dialog itself shows the problem.
      disableInvalidFormNotification
      // A validation message on blur can move the submit button during a press, so validate on blur only where
      // required.
      mode={checksEarly || buttons.onlyValid ? 'onTouched' : 'onSubmit'}
      onSubmit={submit}
    >
      <DialogContent className="form-column">
        <Problem />
        {children}
      </DialogContent>
      <Buttons {...buttons} />
    </Form>
  );
}

/** A form in a dialog. Every dialog that sends data uses it. */
export const FormDialog = <Values extends object>({
  title,
  wide,
  onClose,
  ...form
}: Omit<FrameProps, 'children' | 'held'> & FormProps<Values>) => (
  <DialogFrame onClose={onClose} title={title} wide={wide}>
    <DialogForm {...form} />
  </DialogFrame>
);
