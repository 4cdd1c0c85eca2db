import { type ReactNode, useState } from 'react';
import { useSay } from '../i18n/T.tsx';
import { ActionButton, type FieldMessages } from '../record/ActionButton.tsx';
import '../record/finance.css';

type Texts = Readonly<Record<string, string>>;

/**
 * The typed values of a form on a page. `of` gives an input its value, its setter and the message of the server.
 * @param problems messages of the server by its names of the fields
 * @param servers the server's names of fields, where they differ
 */
export function useTyped<Typed extends object>(
  empty: Typed | (() => Typed),
  problems: FieldMessages,
  servers: Texts = {},
) {
  const [typed, setTyped] = useState(empty);
  const of = (field: keyof Typed & string) => ({
    onChange: (value: string) => setTyped({ ...typed, [field]: value }),
    problem: problems[servers[field] ?? field],
    value: typed[field] as string,
  });
  return { typed, of, setTyped, clear: () => setTyped(empty) } as const;
}

/** A form on a page with one submit button. */
export function FinanceForm({
  action,
  busy,
  label,
  className = 'finance-form',
  extra,
  onSubmit,
  children,
}: {
  action: string;
  busy: boolean;
  /** Names the form to screen readers. */
  label?: string;
  className?: string;
  /** A further button. */
  extra?: ReactNode;
  onSubmit: () => Promise<unknown>;
  children: ReactNode;
}) {
  const say = useSay();
  return (
    <form
      aria-label={label && say(label)}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <div className="actions">
        <ActionButton label={action} data-save="" disabled={busy} type="submit" variant="contained" />
        {extra}
      </div>
    </form>
  );
}
