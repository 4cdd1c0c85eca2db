import { useState } from 'react';
import { type HttpError, type RaRecord, useDataProvider, useNotify, useRefresh } from 'react-admin';
import { isWaiting } from '../api/data-provider.ts';
import { alertType } from '../record/ActionButton.tsx';
import { type FormErrors, formErrorsOf } from './FormDialog.tsx';

/** A save against an outdated record: the original, the typed and the current values. */
export interface Conflict {
  readonly base: RaRecord;
  readonly mine: RaRecord;
  readonly theirs: RaRecord;
}

/**
 * Saves a form against the version that it opened with. Its field `reason` is recorded with the change. Returns the server's field errors, or undefined after success
 * (`done` has been called) and after a conflict.
 */
export function useSave(resource: string, base: RaRecord | undefined, done: () => void, saved = 'Saved.') {
  const provider = useDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const save = async (values: RaRecord): Promise<FormErrors> => {
    if (!base) return undefined;
    try {
      const { reason, ...changed } = values;
      const data = { ...changed, version: values.version ?? base.version };
      const answer = await provider.update(resource, { id: base.id, data, previousData: base, meta: { reason } });
      setConflict(null);
      notify(isWaiting(answer.data) ? 'Sent for approval.' : saved, {
        type: 'success',
      });
      refresh();
      done();
      return undefined;
    } catch (error) {
      const { status, body, message } = error as HttpError;
      if (status === 412) {
        const current =
          (body as { current?: RaRecord }).current ?? (await provider.getOne(resource, { id: base.id })).data;
        setConflict({ base, mine: values, theirs: current });
        return undefined;
      }
      // The conflict dialog covers the form, so its errors appear as a notification.
      if (conflict) notify(message, { type: alertType(error) });
      return formErrorsOf(error);
    }
  };
  return { save, conflict, dropConflict: () => setConflict(null) };
}

/**
 * Returns the record as it was when the form opened, ignoring later fetches. The save sends its version, so that it
 * cannot overwrite a change that the form never showed.
 */
export function useOpened<Item>(record: Item): Item {
  const [opened] = useState(record);
  return opened;
}
