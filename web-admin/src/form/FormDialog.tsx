import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId, useRef, useState } from 'react';
import { Form, type HttpError, type RaRecord, useGetOne, useNotify, useRefresh } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { T, useSay, type Wording } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Note } from '../record/texts.tsx';

/** Whether the form of the dialog has unsent changes. The frame then asks before it closes. */
const Dirty = createContext<RefObject<boolean> | null>(null);

interface FrameProps {
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

/** A dialog with the form of a record, which is read when the dialog opens: the save sends its version. */
export function RecordDialog<Item extends RaRecord>({
  resource,
  id,
  title,
  form,
  ...frame
}: Pick<FrameProps, 'wide' | 'onClose'> & {
  readonly resource: string;
  readonly id: Item['id'];
  readonly title: (record: Item | undefined) => Wording;
  readonly form: (record: Item) => ReactNode;
}) {
  const { data, error, isFetchedAfterMount } = useGetOne<Item>(resource, { id }, { staleTime: 0 });
  return (
    <DialogFrame {...frame} title={title(data)}>
      {data && isFetchedAfterMount ? (
        form(data)
      ) : (
        <DialogContent>{error ? <ErrorNote error={error} /> : <Waiting rows={8} />}</DialogContent>
      )}
    </DialogFrame>
  );
}

/** Errors in the format of react-hook-form: by field, and `root` for the general message. */
export type FormErrors = object | undefined;

export interface Submission<Values> {
  /** Makes the call. The response can contain the message to show. */
  readonly send: (values: Values) => Promise<{ readonly message?: string } | undefined>;
  /** Message for a response without one. */
  readonly done: string;
  readonly onDone: () => void;
  /** The specification's alert for an unreachable server. */
  readonly offline?: string;
  /** Form field names of server fields, where they differ. */
  readonly fieldOf?: Readonly<Record<string, string>>;
}

/** Maps the errors of a refused call to the form's field names; `root` contains the message. */
export function formErrorsOf(error: unknown, fieldOf: Readonly<Record<string, string>> = {}): object {
  const { message, body } = error as HttpError;
  const errors = (body?.errors ?? { root: { serverError: message } }) as object;
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [fieldOf[field] ?? field, text]));
}

/**
 * Sends a form. After success it shows the result, refreshes the page and calls `onDone`; otherwise it returns the
 * errors for `FormDialog`.
 */
export function useSubmit<Values extends object>({ send, done, onDone, offline, fieldOf }: Submission<Values>) {
  const notify = useNotify();
  const say = useSay();
  const refresh = useRefresh();
  return async (values: object): Promise<FormErrors> => {
    try {
      const answer = await send(values as Values);
      notify(answer?.message ?? done, { type: 'success' });
      refresh();
      onDone();
      return undefined;
    } catch (error) {
      if ((error as HttpError).status !== 0 || !offline) return formErrorsOf(error, fieldOf);
      window.alert(say(offline));
      return {};
    }
  };
}

const FIELDS =
  'input:not([type="hidden"], [aria-hidden="true"]), textarea:not([aria-hidden="true"]), [role="combobox"]';

interface FormProps {
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
  /** Whether Cancel is disabled because the response contains data that is shown only once. */
  readonly held?: boolean;
  readonly values?: object;
  readonly record?: Partial<RaRecord>;
  readonly onSubmit: (values: object) => Promise<FormErrors>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Buttons({
  action,
  cancel = 'Cancel',
  busy,
  destructive,
  onlyValid,
  waits,
  held,
  onClose,
}: Pick<FormProps, 'action' | 'cancel' | 'busy' | 'destructive' | 'onlyValid' | 'waits' | 'held' | 'onClose'>) {
  const { isDirty, isSubmitting, isSubmitSuccessful, isValid } = useFormState();
  const dirty = useContext(Dirty);
  useEffect(() => {
    if (dirty) dirty.current = isDirty && !isSubmitSuccessful;
  }, [dirty, isDirty, isSubmitSuccessful]);
  return (
    <DialogActions>
      <ActionButton label={cancel} disabled={held} onClick={onClose} />
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
export function DialogForm({ values, record, checksEarly, onSubmit, children, ...buttons }: FormProps) {
  return (
    <Form
      {...(values ? { defaultValues: values } : {})}
      {...(record ? { record: record as RaRecord } : {})}
      className="dialog-form"
      // The dialog itself shows the problem.
      disableInvalidFormNotification
      // A validation message on blur can move the submit button during a press, so validate on blur only where
      // required.
      mode={checksEarly || buttons.onlyValid ? 'onTouched' : 'onSubmit'}
      onSubmit={onSubmit}
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
export function FormDialog({ title, wide, ...form }: Omit<FrameProps, 'children'> & FormProps) {
  return (
    <DialogFrame onClose={form.onClose} title={title} {...(wide ? { wide } : {})}>
      <DialogForm {...form} />
    </DialogFrame>
  );
}
