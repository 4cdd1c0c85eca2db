import { Alert } from '@mui/material';
import { type BaseSyntheticEvent, useEffect, useRef } from 'react';
import { type HttpError, useDataProvider, useNotify, useRefresh } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { AdminDataProvider, Commands } from '../api/data-provider.ts';
import { alertType } from '../api/use-command.ts';
import { ActionButton, useClose } from '../components/ActionButton.tsx';
import { words } from '../format/format.ts';
import { T, useTranslation, type Wording } from '../i18n/T.tsx';

export interface Sending<Values> {
  /**
   * Sends the values by a command. The answer can contain the message to show; null leaves the form as it is. `button`:
   * name of the pressed button; blank for one without a name.
   */
  readonly send: (values: Values, commands: Commands, button: string) => Promise<unknown>;
  /** Message for an answer without one. */
  readonly doneMessage?: string;
  /** Called after success. By default the dialog closes. */
  readonly onDone?: () => unknown;
  /** The specification's alert for an unreachable server. */
  readonly offline?: string;
  /** Form field names of server fields, where they differ. They apply to the entries of a list too. */
  readonly fieldOf?: Readonly<Record<string, string>>;
}

/** `scenarios.0.promotions.1.promoRate`: the entry of a list, and its field. */
const INDEXED_PATH = /^((?:\w+\.\d+\.)*)(.*)$/;

/**
 * Errors in the format of react-hook-form: by input, and below `root` without one. The next attempt clears `root`; an
 * error by a name without an input would prevent it.
 */
function errorsOf({ message, body }: HttpError, fieldOf: Readonly<Record<string, string>>, form: HTMLFormElement) {
  const { root: _root, ...fields } = (body?.errors ?? {}) as Record<string, string>;
  const named = Object.entries(fields).map(([field, text]): [name: string, text: string] => {
    const [, entry = '', name = field] = INDEXED_PATH.exec(field) ?? [];
    return [entry + (fieldOf[name] ?? name), text];
  });
  const isAtInput = ([name]: readonly [string, string]): boolean => form.elements.namedItem(name) !== null;
  const atInputs = named.filter(isAtInput);
  const others = named.filter((each) => !isAtInput(each) && each[1] !== message);
  return {
    ...Object.fromEntries(atInputs),
    root: {
      ...(atInputs.some(([, text]) => text === message) ? {} : { serverError: message }),
      others: others.map(([name, text]) => `${words(name)}: ${text}`),
    },
  };
}

/** Returns a function that tells whether the component is still on the page. */
function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}

/** Shows the result and refreshes the page, or returns the errors for the form. */
export function useSubmit<Values>({ send, doneMessage, onDone, offline, fieldOf = {} }: Sending<Values>) {
  const { command, upload } = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const translate = useTranslation();
  const refresh = useRefresh();
  const close = useClose();
  const isShown = useIsShown();
  return async (values: object, event?: BaseSyntheticEvent): Promise<object | undefined> => {
    const form = event?.target as HTMLFormElement;
    const { submitter } = (event?.nativeEvent ?? {}) as Partial<SubmitEvent>;
    const button = submitter?.getAttribute('name') ?? '';
    try {
      const answer = (await send(values as Values, { command, upload }, button)) as
        | { message?: string }
        | null
        | undefined;
      if (answer === null) return {};
      const message = answer?.message ?? doneMessage;
      if (message) notify(message, { type: 'success' });
      refresh();
      // Who has gone to another page in the meantime stays there.
      if (isShown()) (onDone ?? close)();
      return undefined;
    } catch (error) {
      if (!isShown()) notify((error as Error).message, { type: alertType(error) });
      if ((error as HttpError).status === 0 && offline) {
        window.alert(translate(offline));
        return {};
      }
      return errorsOf(error as HttpError, fieldOf, form);
    }
  };
}

/**
 * The server records content once by its id. The same content, sent again, keeps its id; changed content gets another.
 */
export function useSendOnce() {
  const last = useRef({ content: '', id: '' });
  return async <Answer,>(content: unknown, send: (id: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(content);
    if (text !== last.current.content) last.current = { content: text, id: crypto.randomUUID() };
    const answer = await send(last.current.id);
    last.current = { content: '', id: '' };
    return answer;
  };
}

const FIELD_SELECTOR =
  'input:not([type="hidden"], [aria-hidden="true"]), textarea:not([aria-hidden="true"]), [role="combobox"]';
const INVALID_SELECTOR = '[aria-invalid="true"]:not([aria-hidden="true"])';

/**
 * Shows the errors of a form. After a refused submit, moves the focus to the first invalid field, or to itself if there
 * is none. `focusesFirst`: also focuses the first field when the form opens.
 */
export function Problem({ focusesFirst = false }: { focusesFirst?: boolean }) {
  const { errors, submitCount } = useFormState();
  const note = useRef<HTMLDivElement>(null);
  const { serverError, others = [] } = (errors.root ?? {}) as {
    serverError?: { message?: string };
    others?: readonly { message?: string }[];
  };
  const texts = [serverError, ...others].flatMap((error) => error?.message ?? []);
  useEffect(() => {
    if (submitCount === 0 && !focusesFirst) return;
    const form = note.current?.closest('form');
    const field = form?.querySelector<HTMLElement>(submitCount === 0 ? FIELD_SELECTOR : INVALID_SELECTOR);
    if (field) field.focus();
    else if (submitCount > 0 && note.current?.hasChildNodes()) note.current.focus();
  }, [submitCount, focusesFirst]);
  return (
    <div className="form-problem" ref={note} tabIndex={-1}>
      {texts.length > 0 && (
        <Alert severity="error" variant="outlined">
          {texts.map((text) => (
            <T as="div" key={text}>
              {text}
            </T>
          ))}
        </Alert>
      )}
    </div>
  );
}

/** Sends the form of which it is a part, also by Ctrl+S. `busyLabel`: label while it is sending and disabled. */
export function SubmitButton({
  action,
  busyLabel = action,
  isDestructive = false,
  isDisabled = false,
}: {
  action: string;
  busyLabel?: Wording;
  isDestructive?: boolean;
  isDisabled?: boolean;
}) {
  const { isSubmitting } = useFormState();
  return (
    <ActionButton
      label={isSubmitting ? busyLabel : action}
      color={isDestructive ? 'error' : 'primary'}
      data-save=""
      disabled={isDisabled || isSubmitting}
      type="submit"
      variant="contained"
    />
  );
}
