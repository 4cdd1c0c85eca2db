import { type HTMLInputAutoCompleteAttribute, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { t } from '../i18n/t.tsx';
import type { FieldBinding } from './use-form.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The error of a field, which `controlOf` names. */
export const FieldError = ({ id, error }: { readonly id: string; readonly error: string | undefined }) =>
  error && (
    <p className="error" id={`${id}-error`}>
      <Icon name="alert" /> {error}
    </p>
  );

interface Props {
  readonly id: string;
  readonly label: string;
  readonly optional?: boolean;
  readonly hint?: ReactNode;
  readonly warning?: string | null;
  readonly error?: string;
  readonly children: ReactNode;
}

/** Label, hint, error and control, in this order. */
export function FieldShell({ id, label, optional, hint, warning, error, children }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="optional">{t('(optional)')}</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      {children}
      {warning && !error && (
        <p className="warning" id={`${id}-warning`} role="status">
          {warning}
        </p>
      )}
    </div>
  );
}

/** Returns the ids of the elements that describe a control, for `aria-describedby`. */
export function describedBy(
  id: string,
  parts: { hint?: unknown; error?: unknown; warning?: unknown },
): string | undefined {
  const ids = [
    parts.hint && `${id}-hint`,
    parts.error && `${id}-error`,
    parts.warning && !parts.error && `${id}-warning`,
  ];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** The attributes of a control that follow from the state of its field. */
export const controlOf = (id: string, parts: Parameters<typeof describedBy>[1], isOptional?: boolean) => ({
  className: 'input',
  'aria-invalid': parts.error ? true : undefined,
  'aria-required': isOptional ? undefined : true,
  'aria-describedby': describedBy(id, parts),
});

interface TextFieldProps extends FieldBinding {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'password';
  readonly hint?: ReactNode;
  readonly warning?: string | null;
  readonly optional?: boolean;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly autoCapitalize?: 'none';
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
  /** Drops non-digits while typing (specification, section 5: non-digit key presses are blocked). */
  readonly digitsOnly?: boolean;
  readonly spellCheck?: boolean;
  readonly className?: string;
  /** A button inside the field. */
  readonly action?: ReactNode;
}

export function TextField({
  label,
  hint,
  warning,
  optional,
  error,
  onValue,
  digitsOnly,
  action,
  type = 'text',
  className = 'input',
  ...input
}: TextFieldProps) {
  return (
    <FieldShell id={input.id} label={label} hint={hint} warning={warning} optional={optional} error={error}>
      <span className="with-action">
        <input
          {...input}
          {...controlOf(input.id, { hint, error, warning }, optional || input.readOnly)}
          type={type}
          className={className}
          onChange={(event) => onValue(digitsOnly ? event.target.value.replace(/\D/g, '') : event.target.value)}
        />
        {action}
      </span>
    </FieldShell>
  );
}

interface PasswordFieldProps extends FieldBinding {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: ReactNode;
}

/** A password field that can show its text while typing. Pasting works. */
export function PasswordField(field: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={<ShowButton label={field.label} isShown={isShown} onToggle={() => setShown(!isShown)} />}
    />
  );
}

interface ShowProps {
  readonly label: string;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** Shows or hides the text of a field. */
export const ShowButton = ({ label, isShown, onToggle }: ShowProps) => (
  <button type="button" className="link" onClick={onToggle}>
    {isShown ? t('Hide') : t('Show')}
    <span className="sr-only"> {label.toLowerCase()}</span>
  </button>
);

/** Communication method codes (specification, section 9). */
export const METHODS: readonly Option[] = [
  { value: 'C', label: 'SMS' },
  { value: 'E', label: t('Email') },
];

interface ChoiceFieldProps extends FieldBinding {
  readonly label: string;
  readonly options: readonly Option[];
}

/** Radio buttons. The group's id points to the first option, so that the error summary can link to it. */
export function ChoiceField({ id, name, label, options, value, error, onValue, onBlur }: ChoiceFieldProps) {
  return (
    <fieldset className="field" aria-describedby={describedBy(id, { error })}>
      <legend>{label}</legend>
      <FieldError id={id} error={error} />
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

interface SubmitButtonProps {
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly variant?: 'wide' | 'danger';
}

/** Shows its progress while the action runs. Has the focus again afterwards, which a disabled button loses. */
export function SubmitButton({ label, busyLabel, busy, disabled, variant }: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
  }, [busy]);
  return (
    <button
      ref={button}
      type="submit"
      className={variant ? `button button-${variant}` : 'button'}
      disabled={busy || disabled}
    >
      {busy ? busyLabel : label}
    </button>
  );
}
