import { type ReactNode, useState } from 'react';
import { ActionButton } from '../record/ActionButton.tsx';
import '../record/finance.css';

/** Text state of a form by field: the values, a setter for one field, and functions to set or clear all. */
export function useTexts<Texts extends Readonly<Record<string, string>>>(empty: Texts) {
  const [texts, setTexts] = useState(empty);
  const set = (field: keyof Texts) => (value: string) => setTexts({ ...texts, [field]: value });
  return { texts, set, setTexts, clear: () => setTexts(empty) } as const;
}

/** A finance form in one column with one submit button. */
export function FinanceForm({
  action,
  busy,
  onSubmit,
  children,
}: {
  action: string;
  busy: boolean;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}) {
  return (
    <form
      className="finance-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <ActionButton label={action} disabled={busy} type="submit" variant="contained" />
    </form>
  );
}
