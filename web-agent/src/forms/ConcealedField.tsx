import { type ReactNode, useState } from 'react';
import { t } from '../i18n/t.tsx';
import { ShowButton, TextField } from './fields.tsx';
import type { FieldBinding } from './use-form.ts';

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
export function ConcealedField({ stored, hint, ...field }: Props) {
  const [isShown, setShown] = useState(false);
  const isStored = stored !== '' && field.value === stored;
  const ending = isStored ? t('Ends in %{ending}.', { ending: stored.slice(-4) }) : '';
  return (
    <TextField
      {...field}
      hint={
        ending ? (
          <>
            {ending} {hint}
          </>
        ) : (
          hint
        )
      }
      inputMode="numeric"
      autoComplete="off"
      className={isStored && !isShown ? 'input concealed' : 'input'}
      action={isStored && <ShowButton label={field.label} isShown={isShown} onToggle={() => setShown(!isShown)} />}
    />
  );
}
