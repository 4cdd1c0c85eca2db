import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { alertType } from '../record/alert-type.ts';

/** The messages of fields that a form shows, by field. */
export type FieldMessages = Readonly<Record<string, string>>;

/**
 * Makes a call, says what came of it and renews the page. `act` gives whether it was done; what the server says of fields
 * stands in `fields`.
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
