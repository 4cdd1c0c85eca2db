import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { Icon } from '../components/Icon.tsx';
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

interface TextAreaProps extends FieldBinding {
  readonly label: string;
  readonly hint?: ReactNode;
}

export function TextArea({ label, hint, error, onValue, ...area }: TextAreaProps) {
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

interface CheckFieldProps extends FieldBinding {
  readonly label: ReactNode;
}

/** A yes/no field, stored as Y or N (specification, section 9). */
export function CheckField({ id, name, label, value, error, onValue, onBlur }: CheckFieldProps) {
  return (
    <div className="field">
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" /> {error}
        </p>
      )}
      <div className="choice">
        <input
          type="checkbox"
          id={id}
          name={name}
          checked={value === 'Y'}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { error })}
          onChange={(event) => onValue(event.target.checked ? 'Y' : 'N')}
          onBlur={onBlur}
        />
        <label htmlFor={id}>{label}</label>
      </div>
    </div>
  );
}
