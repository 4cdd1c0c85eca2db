import type { ReactNode } from 'react';
import { Icon } from '../components/Icon.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { describedBy } from './FieldShell.tsx';

interface Props extends FieldBinding {
  readonly label: ReactNode;
}

/** A yes/no field, stored as Y or N (specification, section 9). */
export function CheckField({ id, name, label, value, error, onValue, onBlur }: Props) {
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
