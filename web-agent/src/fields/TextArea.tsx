import type { ReactNode } from 'react';
import type { FieldBinding } from '../forms/use-form.ts';
import { describedBy, FieldShell } from './FieldShell.tsx';

interface Props extends FieldBinding {
  readonly label: string;
  readonly hint?: ReactNode;
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
