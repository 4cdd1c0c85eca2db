import type { ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { T, type Wording } from '../i18n/T.tsx';
import { FormDialog } from './FormDialog.tsx';
import { ReasonInput } from './inputs.tsx';

interface Props {
  readonly title: Wording;
  readonly explanation: Wording;
  readonly action: string;
  readonly destructive?: boolean;
  /** Whether sending is disabled; the explanation says why. */
  readonly waits?: boolean;
  readonly isReasonOptional?: boolean;
  /** Makes the call with the reason and the further field. The answer can contain the message to show. */
  readonly send: (reason: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Message for an answer without one. */
  readonly done: string;
  /** A further field above the reason. */
  readonly field?: ReactNode;
}

/** Asks for a reason and performs the action. After a refusal the dialog shows why and keeps the typed text. */
export const ReasonDialog = ({ explanation, isReasonOptional, send, field, ...dialog }: Props) => (
  <FormDialog<Readonly<Record<string, unknown>>>
    {...dialog}
    send={({ reason, ...values }) => send(String(reason ?? '').trim(), values)}
    values={{ reason: '' }}
  >
    <T as="p">{explanation}</T>
    {field}
    <ReasonInput isOptional={isReasonOptional} />
  </FormDialog>
);

/** A button that asks for a reason first. */
export function ReasonButton({
  label,
  action = label,
  title,
  explanation,
  destructive,
  isReasonOptional,
  send,
  done,
  field,
  ...button
}: Omit<Props, 'action' | 'waits'> &
  Omit<ButtonProps, 'action' | 'title' | 'children' | 'href'> & {
    readonly label: string;
    readonly accessibleName?: Wording;
    readonly action?: string;
    readonly 'data-key'?: string;
  }) {
  const dialog = { action, title, explanation, destructive, isReasonOptional, send, done, field };
  return <ActionButton variant="outlined" {...button} dialog={<ReasonDialog {...dialog} />} label={label} />;
}
