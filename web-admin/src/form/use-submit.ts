import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { useSay } from '../i18n/use-say.ts';

/** Errors in the format of react-hook-form: by field, and `root` for the general message. */
export type FormErrors = object | undefined;

export interface Submission<Values> {
  /** Makes the call. The response can contain the message to show. */
  readonly send: (values: Values) => Promise<{ readonly message?: string } | undefined>;
  /** Message for a response without one. */
  readonly done: string;
  readonly onDone: () => void;
  /** The specification's alert for an unreachable server. */
  readonly offline?: string;
  /** Form field names of server fields, where they differ. */
  readonly fieldOf?: Readonly<Record<string, string>>;
}

/** Maps the errors of a refused call to the form's field names; `root` contains the message. */
export function formErrorsOf(error: unknown, fieldOf: Readonly<Record<string, string>> = {}): object {
  const { message, body } = error as HttpError;
  const errors = (body?.errors ?? { root: { serverError: message } }) as object;
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [fieldOf[field] ?? field, text]));
}

/**
 * Sends a form. After success it shows the result, refreshes the page and calls `onDone`; otherwise it returns the
 * errors for `FormDialog`.
 */
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
