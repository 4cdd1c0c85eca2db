import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import type { FieldBinding } from '../forms/use-form.ts';
import { describedBy, FieldShell } from './FieldShell.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface Props extends FieldBinding {
  readonly label: string;
  readonly options: readonly Option[];
  /** First entry, which means that nothing is chosen. Without it the first option is the default. */
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly isOptional?: boolean;
}

export function SelectField({ label, options, placeholder, hint, error, onValue, isOptional, ...select }: Props) {
  return (
    <FieldShell id={select.id} label={label} hint={hint} error={error}>
      <select
        {...select}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-required={!isOptional}
        aria-describedby={describedBy(select.id, { hint, error })}
        onChange={(event) => onValue(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}
