import { useEffect, useRef } from 'react';
import { Button } from '../components/Button.tsx';
import { t } from '../i18n/t.tsx';

export function DraftNote({ isRestored, onDiscard }: { readonly isRestored: boolean; readonly onDiscard: () => void }) {
  if (!isRestored) return null;
  return (
    <p className="note" role="status">
      <span>{t('We kept what you typed earlier. Passwords and account numbers are never stored.')}</span>
      <Button label={t('Discard it')} variant="link" onPress={onDiscard} />
    </p>
  );
}

interface ErrorSummaryProps {
  readonly count: number;
  readonly errors: readonly { id: string; message: string }[];
}

/** Lists all errors, linked to their fields. Gets the focus each time the form is rejected. */
export function ErrorSummary({ count, errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count > 0) box.current?.focus();
  }, [count]);
  if (count === 0 || errors.length === 0) return null;
  return (
    <div className="note note-danger summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{t('Check this field |||| Check these %{count} fields', { count: errors.length })}</h2>
      <ul className="bullets">
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the field itself. Following the anchor would not move the keyboard focus and would change the address. */
function focusField(event: { preventDefault(): void }, id: string): void {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: 'center' });
}
