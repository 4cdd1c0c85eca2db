import { type HttpError, useNotify, useRefresh } from 'react-admin';

/** What a form's errors look like to react-hook-form: by field, and `root` for what is of none. */
export type FormErrors = object | undefined;

export interface Submission<Values> {
  /** Makes the call; what it answers may carry the words to show. */
  readonly send: (values: Values) => Promise<{ readonly message?: string } | undefined>;
  /** Shown where the answer carries no words. */
  readonly done: string;
  readonly onDone: () => void;
  /** The specification's alert where the server cannot be reached. */
  readonly offline?: string;
}

/** Sends a form: says what came of it, renews the page and calls `onDone`, or gives the server's field errors. */
export function useSubmit<Values extends object>({ send, done, onDone, offline }: Submission<Values>) {
  const notify = useNotify();
  const refresh = useRefresh();
  return async (values: object): Promise<FormErrors> => {
    try {
      const answer = await send(values as Values);
      notify(answer?.message ?? done, { type: 'success' });
      refresh();
      onDone();
      return undefined;
    } catch (error) {
      const { status, message, body } = error as HttpError;
      if (status === 0 && offline) window.alert(offline);
      else notify(message, { type: 'error' });
      return body?.errors as FormErrors;
    }
  };
}
