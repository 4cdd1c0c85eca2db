import { useState } from 'react';
import { call } from '../api/http.ts';
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
  const send = async (): Promise<ItemAnswer | null> => {
    let item: unknown;
    try {
      item = JSON.parse(text);
    } catch {
      setProblem('This is not JSON. Look for a missing comma, quote or bracket.');
      return null;
    }
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      setProblem('Send one JSON object.');
      return null;
    }
    setBusy(true);
    try {
      const given = await call<ItemAnswer>('POST', path, bodyOf(item));
      setAnswer(given);
      return given;
    } catch (error) {
      setProblem((error as Error).message);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { text, change, answer, problem, busy, send };
}
