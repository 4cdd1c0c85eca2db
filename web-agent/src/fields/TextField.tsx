import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import type { FieldBinding } from '../forms/use-form.ts';
import { describedBy, FieldShell } from './FieldShell.tsx';

interface Props extends FieldBinding {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'date';
  readonly hint?: ReactNode;
  readonly warning?: string | null;
  readonly optional?: boolean;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | 'email' | 'text';
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
  /** Drops non-digits while typing (specification, section 5: non-digit key presses are blocked). */
  readonly digitsOnly?: boolean;
  readonly spellCheck?: boolean;
}

export function TextField({
  label,
  hint,
  warning,
  optional,
  error,
  onValue,
  digitsOnly,
  type = 'text',
  ...input
}: Props) {
  return (
    <FieldShell id={input.id} label={label} hint={hint} warning={warning} optional={optional} error={error}>
      <input
        {...input}
        type={type}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-required={optional || input.readOnly ? undefined : true}
        aria-describedby={describedBy(input.id, { hint, error, warning })}
        onChange={(event) => onValue(digitsOnly ? event.target.value.replace(/\D/g, '') : event.target.value)}
      />
    </FieldShell>
  );
}
