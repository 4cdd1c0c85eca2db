import { useState } from 'react';
import { type HttpError, useNotify } from 'react-admin';
import { alertType } from './alert-type.ts';

/** Field messages of a form, by field. */
export type FieldMessages = Readonly<Record<string, string>>;

/**
 * Runs the work of a button or a form. `act` shows the message of the answer or `done`, or else the error, and returns
 * whether the work succeeded. `busy`: whether work is running; `fields`: the server's messages for fields; `after` runs
 * in both cases, to read the page again.
 */
export function useAction(after?: () => unknown) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<FieldMessages>({});
  const act = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(true);
    try {
      const answer = (await work()) as { message?: string } | undefined;
      setFields({});
      const message = answer?.message ?? done;
      if (message) notify(message, { type: 'success' });
      return true;
    } catch (failure) {
      const { message, body } = failure as HttpError;
      const { root: _root, ...rest } = (body?.errors ?? {}) as Record<string, string>;
      setFields(rest);
      notify(message, { type: alertType(failure) });
      return false;
    } finally {
      setBusy(false);
      await after?.();
    }
  };
  return { act, busy, fields };
}
