import type { ButtonProps } from '@mui/material';
import type { Commands } from '../api/data-provider.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { T, type Wording } from '../i18n/T.tsx';
import { useOpened } from './EditDialog.tsx';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';
import { ReasonInput } from './inputs.tsx';

interface Props<Values> extends Omit<FormDialogProps<Values>, 'send' | 'values' | 'busyLabel' | 'onlyValid'> {
  readonly explanation: Wording;
  readonly isReasonOptional?: boolean;
  readonly reasonHint?: string;
  /** First values of the further fields. */
  readonly values?: Values;
  /** Sends the command with the reason and the values of the further fields. */
  readonly send: (reason: string, commands: Commands, values: Values) => Promise<unknown>;
}

/** Explains an action and asks for further fields (`children`) and a reason. */
export function ReasonDialog<Values extends object>({
  explanation,
  isReasonOptional,
  reasonHint,
  values,
  send,
  children,
  ...dialog
}: Props<Values>) {
  return (
    <FormDialog<Values & { reason: string | null }>
      {...dialog}
      send={({ reason, ...typed }, commands) => send((reason ?? '').trim(), commands, typed as unknown as Values)}
      values={{ ...useOpened(values), reason: '' }}
    >
      <T as="p">{explanation}</T>
      {children}
      <ReasonInput hint={reasonHint} isOptional={isReasonOptional} />
    </FormDialog>
  );
}

/** A button that asks for a reason first, and for further fields. By default, its label is its action and its title. */
export function ReasonButton<Values extends object>({
  label,
  action = label,
  title = label,
  doneMessage = 'Sent for approval.',
  explanation,
  destructive,
  isReasonOptional,
  reasonHint,
  values,
  send,
  children,
  maxWidth,
  fieldOf,
  offline,
  ...button
}: Omit<Props<Values>, 'action' | 'title' | 'onClose' | 'onDone' | 'waits' | 'cancel' | 'validatesOnBlur'> &
  Omit<ButtonProps, 'action' | 'title' | 'children' | 'href' | 'values'> & {
    readonly label: string;
    readonly accessibleName?: Wording;
    readonly isUnavailable?: boolean;
    readonly action?: string;
    readonly title?: Wording;
    readonly 'data-key'?: string;
  }) {
  const form = { action, title, doneMessage, destructive, send, maxWidth, fieldOf, offline, values };
  const dialog = (
    <ReasonDialog {...form} explanation={explanation} isReasonOptional={isReasonOptional} reasonHint={reasonHint}>
      {children}
    </ReasonDialog>
  );
  return <ActionButton variant="outlined" {...button} dialog={dialog} label={label} />;
}
