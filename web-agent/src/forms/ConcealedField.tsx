import { type ReactNode, useState } from 'react';
import { controlOf, FieldShell, ShowButton } from '../first-form/fields.tsx';
import type { FieldBinding } from '../first-form/use-form.ts';
import { t } from '../i18n/t.tsx';

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
          {...controlOf(input.id, { hint: fullHint, error }, input.readOnly)}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={isStored && !shown ? 'input concealed' : 'input'}
          onChange={(event) => onValue(digitsOnly ? event.target.value.replace(/\D/g, '') : event.target.value)}
        />
        {isStored && <ShowButton label={label} shown={shown} onToggle={() => setShown(!shown)} />}
      </span>
    </FieldShell>
  );
}
