import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Form, type RaRecord } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { FormErrors } from './use-submit.ts';

interface ButtonsProps {
  readonly action: string;
  /** What the button says while it is sending; it is disabled then. */
  readonly busy?: string;
  /** Whether the button waits for a valid form (specification, Promotion forms). */
  readonly onlyValid?: boolean;
  readonly onClose: () => void;
}

function Buttons({ action, busy, onlyValid, onClose }: ButtonsProps) {
  const { isSubmitting, isValid } = useFormState();
  return (
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <Button disabled={isSubmitting || (onlyValid && !isValid)} type="submit" variant="contained">
        {isSubmitting && busy ? busy : action}
      </Button>
    </DialogActions>
  );
}

/** A form in a dialog: a title, its inputs, Cancel and what it does. */
export function FormDialog({
  title,
  wide,
  values,
  record,
  onSubmit,
  children,
  ...buttons
}: ButtonsProps & {
  readonly title: string;
  readonly wide?: 'sm' | 'md';
  readonly values?: object;
  readonly record?: Partial<RaRecord>;
  readonly onSubmit: (values: object) => Promise<FormErrors>;
  readonly children: ReactNode;
}) {
  const titleId = useId();
  return (
    <Dialog aria-labelledby={titleId} fullWidth maxWidth={wide ?? 'xs'} onClose={buttons.onClose} open>
      <Form
        {...(values ? { defaultValues: values } : {})}
        {...(record ? { record: record as RaRecord } : {})}
        mode="onTouched"
        onSubmit={onSubmit}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent className="form-column">{children}</DialogContent>
        <Buttons {...buttons} />
      </Form>
    </Dialog>
  );
}
