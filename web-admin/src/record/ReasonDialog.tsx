import { T } from '../i18n/T.tsx';
import type { Wording } from '../i18n/wording.ts';
import { FormDialog } from './FormDialog.tsx';
import { ReasonInput } from './ReasonInput.tsx';
import { type Submission, useSubmit } from './use-submit.ts';

/** Asks for the reason of something and does it; where it is refused the dialog says why and keeps what was typed. */
export function ReasonDialog({
  title,
  explanation,
  action,
  destructive,
  waits,
  send,
  done,
  onClose,
}: {
  title: Wording;
  explanation: Wording;
  action: string;
  destructive?: boolean;
  /** Whether it cannot be sent yet: the explanation says why. */
  waits?: boolean;
  /** Makes the call with the reason; what it answers may carry the words to show. */
  send: (reason: string) => ReturnType<Submission<object>['send']>;
  /** Shown where the answer carries no words. */
  done: string;
  onClose: () => void;
}) {
  const submit = useSubmit<{ reason: string }>({ send: ({ reason }) => send(reason.trim()), done, onDone: onClose });
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
      <p>
        <T>{explanation}</T>
      </p>
      <ReasonInput />
    </FormDialog>
  );
}
