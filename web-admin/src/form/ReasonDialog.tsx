import type { ReactNode } from 'react';
import { T, type Wording } from '../i18n/T.tsx';
import { FormDialog, type Submission, useSubmit } from './FormDialog.tsx';
import { ReasonInput } from './inputs.tsx';

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
}: {
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
}) {
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
