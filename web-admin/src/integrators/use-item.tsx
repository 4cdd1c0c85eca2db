import { Alert } from '@mui/material';
import { useState } from 'react';
import { call } from '../api/http.ts';
import { T } from '../i18n/T.tsx';
import { Notes } from '../record/texts.tsx';
import type { ItemAnswer } from './integrator-calls.ts';

/** Sends the typed JSON and keeps the response, or the error in the text. */
export function useItem(path: string, initial: () => string, bodyOf: (item: object) => object) {
  const [text, setText] = useState(initial);
  const [answer, setAnswer] = useState<ItemAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (next: string) => {
    setText(next);
    setAnswer(null);
    setProblem(null);
  };
  const send = async (): Promise<void> => {
    let item: unknown;
    try {
      item = JSON.parse(text);
    } catch {
      return setProblem('This is not JSON. Look for a missing comma, quote or bracket.');
    }
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return setProblem('Send one JSON object.');
    setBusy(true);
    try {
      setAnswer(await call<ItemAnswer>('POST', path, bodyOf(item)));
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return { text, change, answer, problem, busy, send };
}

const SEVERITY = {
  recorded: 'success',
  duplicate: 'info',
  conflict: 'warning',
  rejected: 'error',
  unavailable: 'error',
} as const;

/** Result of an item, with the path and message of each error. */
export function ItemAnswerNote({ answer: { result, errors = [] }, note }: { answer: ItemAnswer; note?: string }) {
  return (
    <Alert severity={SEVERITY[result]} variant="outlined">
      <T as="strong">{result}</T> {note && <T>{note}</T>}
      <Notes notes={errors} />
    </Alert>
  );
}
