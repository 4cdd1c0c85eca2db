import type { ReactNode } from 'react';
import { Icon } from '../components/Icon.tsx';
import { t } from '../i18n/t.tsx';

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
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" /> {error}
        </p>
      )}
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
