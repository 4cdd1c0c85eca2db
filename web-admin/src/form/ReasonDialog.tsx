import type { ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { T, type Wording } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FormDialog, type Submission, useSubmit } from './FormDialog.tsx';
import { ReasonInput } from './inputs.tsx';

interface Props {
  title: Wording;
  explanation: Wording;
  action: string;
  destructive?: boolean;
  /** Whether sending is disabled; the explanation says why. */
  waits?: boolean;
  isReasonOptional?: boolean;
  /** Makes the call with the reason. The response can contain the message to show. */
  send: (reason: string) => ReturnType<Submission<object>['send']>;
  /** Message for a response without one. */
  done: string;
  /** A further field above the reason. */
  field?: ReactNode;
  onClose: () => void;
}

/** Asks for a reason and performs the action. After a refusal the dialog shows why and keeps the typed text. */
export function ReasonDialog({
  title,
  explanation,
  action,
  destructive,
  waits,
  isReasonOptional = false,
  send,
  done,
  field,
  onClose,
}: Props) {
  const submit = useSubmit<{ reason: string }>({
    send: ({ reason }) => send((reason ?? '').trim()),
    done,
    onDone: onClose,
  });
  return (
    <FormDialog
      action={action}
      {...(destructive ? { destructive } : {})}
      {...(waits ? { waits } : {})}
      onClose={onClose}
      onSubmit={submit}
      title={title}
      values={{ reason: '' }}
    >
      <T as="p">{explanation}</T>
      {field}
      <ReasonInput isOptional={isReasonOptional} />
    </FormDialog>
  );
}

/** A button that asks for a reason first. `onDone` runs when the dialog has closed. */
export function ReasonButton({
  label,
  accessibleName,
  action = label,
  color,
  disabled,
  size,
  variant = 'outlined',
  onDone,
  ...dialog
}: Omit<Props, 'action' | 'onClose'> &
  Pick<ButtonProps, 'color' | 'disabled' | 'size' | 'variant'> & {
    readonly label: string;
    readonly accessibleName?: Wording;
    readonly action?: string;
    readonly onDone?: () => unknown;
  }) {
  return (
    <ActionButton
      accessibleName={accessibleName}
      color={color}
      dialog={(close) => (
        <ReasonDialog
          {...dialog}
          action={action}
          onClose={() => {
            close();
            onDone?.();
          }}
        />
      )}
      disabled={disabled}
      label={label}
      size={size}
      variant={variant}
    />
  );
}
