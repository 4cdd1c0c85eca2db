import { Icon } from '../components/Icon.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { describedBy } from './FieldShell.tsx';
import type { Option } from './SelectField.tsx';

interface Props extends FieldBinding {
  readonly label: string;
  readonly options: readonly Option[];
}

/**
 * A choice between a few options, as radio buttons. The group's id points to the first option, so the error summary can
 * link to it.
 */
export function ChoiceField({ id, name, label, options, value, error, onValue, onBlur }: Props) {
  return (
    <fieldset className="field" aria-describedby={describedBy(id, { error })}>
      <legend>{label}</legend>
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" /> {error}
        </p>
      )}
      <div className="choices">
        {options.map((option, index) => (
          <div className="choice" key={option.value}>
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${option.value}`}
              name={`${id}-${name}`}
              value={option.value}
              checked={value === option.value}
              onChange={() => onValue(option.value)}
              onBlur={onBlur}
            />
            <label htmlFor={index === 0 ? id : `${id}-${option.value}`}>{option.label}</label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
