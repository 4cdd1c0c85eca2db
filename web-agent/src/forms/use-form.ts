import type { FieldError } from '@fynbos/domain/errors.ts';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { afterPress } from './early-input.ts';
import { type TextValues, useValues, type ValuesOptions } from './use-values.ts';

export type Errors<V> = Partial<Record<keyof V & string, string>>;

/** Props of one field of the form; the field components accept them as they are. */
export interface FieldBinding {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
  readonly onBlur: () => void;
}

export interface FormOptions<V> extends ValuesOptions<V> {
  readonly validate?: (values: V) => Errors<V>;
  /** Fields that the API names differently from the form, keyed by the API's name. */
  readonly serverNames?: Readonly<Record<string, keyof V & string>>;
}

/**
 * State of one form: values as text, client errors and the server's field errors.
 * A client error shows once its field was touched or the form was submitted (specification, section 5). A server error
 * stays until its field changes.
 */
export function useForm<V extends TextValues<V>>({
  validate = () => ({}),
  serverNames = {},
  ...options
}: FormOptions<V>) {
  const { name, initial } = options;
  const { values, restored, changed, change, fillIn, sent, restart } = useValues(options);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [server, setServer] = useState<Errors<V>>({});
  const [rejected, setRejected] = useState(0);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const found = validate(values);
  const errors: Errors<V> = { ...server, ...found };

  const set = useCallback(
    (changes: Partial<V>) => {
      change(changes);
      setServer((before) => without(before, Object.keys(changes)));
    },
    [change],
  );
  /** Fills in values that arrive late (a session, an invitation). Skips fields that are focused or already changed. */
  const offer = useCallback(
    (changes: Partial<V>) => {
      fillIn(changes);
      setServer((before) => without(before, Object.keys(changes)));
    },
    [fillIn],
  );
  const reset = useCallback(
    (to: V) => {
      restart(to);
      setTouched(new Set());
      setServer({});
      setRejected(0);
    },
    [restart],
  );
  const setFieldError = useCallback((field: keyof V & string, message: string | undefined) => {
    setServer((before) => (message ? { ...before, [field]: message } : without(before, [field])));
  }, []);

  const field = (key: keyof V & string): FieldBinding => ({
    id: `${name}-${key}`,
    name: key,
    value: values[key],
    error: touched.has(key) ? errors[key] : undefined,
    onValue: (value) => set({ [key]: value } as Partial<V>),
    onBlur: () => afterPress(() => setTouched((before) => new Set(before).add(key))),
  });

  /** Wraps the form's send function and returns the `onSubmit` handler. `send` runs only if every rule passes. */
  const submit =
    (send: (values: V) => Promise<void>, onInvalid?: (errors: Errors<V>) => void) =>
    async (event: FormEvent): Promise<void> => {
      event.preventDefault();
      if (sending.current) return;
      setTouched(new Set(Object.keys(values)));
      if (Object.keys(found).length > 0) {
        setRejected((count) => count + 1);
        onInvalid?.(found);
        return;
      }
      setRejected(0);
      sending.current = true;
      setBusy(true);
      try {
        await send(values);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const refused = ownErrors(error.fields);
        setServer(refused);
        if (Object.keys(refused).length > 0) setRejected((count) => count + 1);
      } finally {
        sending.current = false;
        setBusy(false);
      }
    };

  /** The server's errors of the fields that this form has. */
  const ownErrors = (fields: readonly FieldError[]): Errors<V> =>
    Object.fromEntries(
      fields
        .map(({ field: path, message }) => [serverNames[path] ?? path, message])
        .filter(([key = '']) => key in values),
    ) as Errors<V>;

  /** In the order of the fields, not of the rules. */
  const listed = (Object.keys(values) as (keyof V & string)[]).filter((key) => errors[key]);
  return {
    values,
    set,
    offer,
    field,
    errors,
    busy,
    reset,
    sent,
    /** What `DraftNote` needs: whether a draft was restored, and a way to discard it. */
    draftNote: { restored, onDiscard: () => reset(initial) },
    setFieldError,
    submit,
    valid: Object.keys(found).length === 0,
    changed,
    /** For `ErrorSummary`: `count` rises with each rejected submit, so that the summary gets the focus again. */
    summary: { count: rejected, errors: listed.map((key) => ({ id: `${name}-${key}`, message: errors[key] ?? '' })) },
  };
}

export type Form<V extends TextValues<V>> = ReturnType<typeof useForm<V>>;

function without<T extends object>(object: T, keys: readonly string[]): T {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key))) as T;
}
