import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { useSay } from '../i18n/use-say.ts';

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
  /** The form's name of a field of the server, where they differ. */
  readonly fieldOf?: Readonly<Record<string, string>>;
}

/** The errors of a refused call by the form's own names; `root` holds the message. */
export function formErrorsOf(error: unknown, fieldOf: Readonly<Record<string, string>> = {}): object {
  const { message, body } = error as HttpError;
  const errors = (body?.errors ?? { root: { serverError: message } }) as object;
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [fieldOf[field] ?? field, text]));
}

/** Sends a form: says what came of it, renews the page and calls `onDone`, or gives the errors for `FormDialog` to show. */
export function useSubmit<Values extends object>({ send, done, onDone, offline, fieldOf }: Submission<Values>) {
  const notify = useNotify();
  const say = useSay();
  const refresh = useRefresh();
  return async (values: object): Promise<FormErrors> => {
    try {
      const answer = await send(values as Values);
      notify(answer?.message ?? done, { type: 'success' });
      refresh();
      onDone();
      return undefined;
    } catch (error) {
      if ((error as HttpError).status !== 0 || !offline) return formErrorsOf(error, fieldOf);
      window.alert(say(offline));
      return {};
    }
  };
}
