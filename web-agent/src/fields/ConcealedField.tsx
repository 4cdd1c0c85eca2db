import { type ReactNode, useState } from 'react';
import type { FieldBinding } from '../forms/use-form.ts';
import { t } from '../i18n/t.tsx';
import { describedBy, FieldShell } from './FieldShell.tsx';

interface Props extends FieldBinding {
  readonly label: string;
  /** The stored number; it stays concealed until the person shows or changes it. */
  readonly stored: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  /** Drops non-digits while typing. */
  readonly digitsOnly?: boolean;
}

/** A stored account or ID number, concealed from people who see the screen; the last digits are named above it. */
export function ConcealedField({ label, stored, hint, error, onValue, digitsOnly, ...input }: Props) {
  const [shown, setShown] = useState(false);
  const isStored = stored !== '' && input.value === stored;
  const ending = isStored ? t('Ends in %{ending}.', { ending: stored.slice(-4) }) : '';
  const fullHint = ending ? (
    <>
      {ending} {hint}
    </>
  ) : (
    hint
  );
  return (
    <FieldShell id={input.id} label={label} hint={fullHint} error={error}>
      <span className="with-action">
        <input
          {...input}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={isStored && !shown ? 'input concealed' : 'input'}
          aria-invalid={error ? true : undefined}
          aria-required={input.readOnly ? undefined : true}
          aria-describedby={describedBy(input.id, { hint: fullHint, error })}
          onChange={(event) => onValue(digitsOnly ? event.target.value.replace(/\D/g, '') : event.target.value)}
        />
        {isStored && (
          <button type="button" className="link" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? t('Hide') : t('Show')}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </button>
        )}
      </span>
    </FieldShell>
  );
}
