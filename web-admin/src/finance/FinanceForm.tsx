import { Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import './finance.css';
import { T } from '../i18n/T.tsx';

/** The texts of a form by field: what stands in it, how to change one, and how to set or clear all. */
export function useTexts<Texts extends Readonly<Record<string, string>>>(empty: Texts) {
  const [texts, setTexts] = useState(empty);
  const set = (field: keyof Texts) => (event: { target: { value: string } }) =>
    setTexts({ ...texts, [field]: event.target.value });
  return { texts, set, setTexts, clear: () => setTexts(empty) } as const;
}

/** A form of finance in one column, with the one thing that it does. */
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
      <Button disabled={busy} type="submit" variant="contained">
        <T>{action}</T>
      </Button>
    </form>
  );
}
