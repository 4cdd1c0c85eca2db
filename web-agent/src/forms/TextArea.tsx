import type { ReactNode } from 'react';
import { describedBy, FieldShell } from './FieldShell.tsx';
import type { FieldBinding } from './use-form.ts';

interface Props extends FieldBinding {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly maxLength?: number;
}

export function TextArea({ label, hint, error, onValue, ...area }: Props) {
  return (
    <FieldShell id={area.id} label={label} hint={hint} error={error}>
      <textarea
        {...area}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-required
        aria-describedby={describedBy(area.id, { hint, error })}
        onChange={(event) => onValue(event.target.value)}
      />
    </FieldShell>
  );
}
