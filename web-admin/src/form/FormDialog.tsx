import { DialogActions, DialogContent } from '@mui/material';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { Form, type RaRecord } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { ActionButton } from '../record/ActionButton.tsx';
import { Note } from '../record/texts.tsx';
import { DialogFrame, Dirty, type FrameProps } from './DialogFrame.tsx';
import type { FormErrors } from './use-submit.ts';

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
  const isAtField = Object.entries(errors).some(([field, error]) => field !== 'root' && error?.message === message);
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
