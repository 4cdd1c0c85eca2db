import { type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useFormGuard } from './LeaveGuard.tsx';
import { Problem, type Sending, SubmitButton, useSubmit } from './submit.tsx';
import './PageForm.css';

/** After each success the form has its first values again, or with `keepsValues` the sent ones. */
function State({ sent, keepsValues }: { sent: number; keepsValues: boolean }) {
  const { reset, getValues } = useFormContext();
  useFormGuard();
  useEffect(() => {
    if (sent > 0) reset(keepsValues ? getValues() : undefined);
  }, [sent, keepsValues, reset, getValues]);
  return null;
}

/** A form on a page. After success it is empty again, or with `keepsValues` as it was sent. */
export function PageForm<Values extends object>({
  action,
  busyLabel,
  className = 'page-form',
  keepsValues = false,
  values,
  more,
  children,
  ...sending
}: Omit<Sending<Values>, 'onDone' | 'offline'> & {
  readonly action: string;
  readonly busyLabel?: string;
  readonly className?: string;
  readonly keepsValues?: boolean;
  readonly values: Values;
  /** Further submit buttons. `send` gets the name of the pressed one. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  const [sent, setSent] = useState(0);
  const submit = useSubmit<Values>({ ...sending, onDone: () => setSent(sent + 1) });
  return (
    <Form className={className} defaultValues={values} disableInvalidFormNotification noValidate onSubmit={submit}>
      <Problem />
      {children}
      <div className="actions">
        <SubmitButton action={action} busyLabel={busyLabel} />
        {more}
      </div>
      <State keepsValues={keepsValues} sent={sent} />
    </Form>
  );
}
