import { type ReactNode, useState } from 'react';
import type { FieldBinding } from '../forms/use-form.ts';
import { t } from '../i18n/t.tsx';
import { describedBy, FieldShell } from './FieldShell.tsx';

interface Props extends FieldBinding {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: ReactNode;
}

/** A password field that can show its text while typing. Pasting works. */
export function PasswordField({ label, hint, error, onValue, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <FieldShell id={input.id} label={label} hint={hint} error={error}>
      <span className="with-action">
        <input
          {...input}
          type={shown ? 'text' : 'password'}
          className="input"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-required
          aria-describedby={describedBy(input.id, { hint, error })}
          onChange={(event) => onValue(event.target.value)}
        />
        <button type="button" className="link" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? t('Hide') : t('Show')}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </span>
    </FieldShell>
  );
}
