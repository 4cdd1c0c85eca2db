import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { alertType } from './alert-type.ts';

/** Field messages of a form, by field. */
export type FieldMessages = Readonly<Record<string, string>>;

/**
 * Makes a call, reports the result and refreshes the page. `act` returns whether the call succeeded; `fields` holds the
 * server's field messages.
 */
export function useAct(): {
  act: (path: string, body: object, done: string) => Promise<boolean>;
  busy: boolean;
  fields: FieldMessages;
} {
  const notify = useNotify();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<FieldMessages>({});
  const act = async (path: string, body: object, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      const answer = await call<{ message?: string } | undefined>('POST', path, body);
      setFields({});
      notify(answer?.message ?? done, { type: 'success' });
      refresh();
      return true;
    } catch (failure) {
      const { message, body: problem } = failure as HttpError;
      const { root: _root, ...rest } = (problem?.errors ?? {}) as Record<string, string>;
      setFields(rest);
      notify(message, { type: alertType(failure) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { act, busy, fields };
}

/**
 * Returns whether work started by a press is still running, to disable the button, and a function that starts it. The
 * function rethrows the work's errors.
 */
export function useBusy(): readonly [busy: boolean, during: (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return [busy, during];
}
