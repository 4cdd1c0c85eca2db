import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { controlOf, describedBy, FieldError, FieldShell, type Option } from './fields.tsx';
import type { FieldBinding } from './use-form.ts';

interface Props extends FieldBinding {
  readonly label: string;
  readonly options: readonly Option[];
  /** First entry, which means that nothing is chosen. Without it the first option is the default. */
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Its first entry means that nothing is chosen, or it filters a list. */
  readonly isOptional?: boolean;
}

export function SelectField({ label, options, placeholder, hint, error, onValue, isOptional, ...select }: Props) {
  return (
    <FieldShell id={select.id} label={label} hint={hint} error={error}>
      <select
        {...select}
        {...controlOf(select.id, { hint, error }, isOptional)}
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
  readonly optional?: boolean;
}

export function TextArea({ label, hint, error, optional, onValue, ...area }: TextAreaProps) {
  return (
    <FieldShell id={area.id} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        {...area}
        {...controlOf(area.id, { hint, error }, optional)}
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
      <FieldError id={id} error={error} />
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
