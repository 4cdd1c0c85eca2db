import type { FieldError } from '@fynbos/domain/errors.ts';
import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { draftOf, dropDraft, keepDraft } from '../session/drafts.ts';
import { afterPress, typedBefore } from './early-input.ts';

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

export interface FormOptions<V> {
  readonly name: string;
  readonly initial: V;
  readonly validate?: (values: V) => Errors<V>;
  /** Fields that the API names differently from the form, keyed by the API's name. */
  readonly serverNames?: Readonly<Record<string, keyof V & string>>;
  /** Returns the values that follow from choices made before hydration. */
  readonly adopted?: (typed: Partial<V>) => Partial<V>;
  /**
   * Name under which unsent values are kept (see `session/drafts.ts`); includes the person, where the form belongs to
   * one.
   */
  readonly draft?: string;
}

/**
 * State of one form: values as text, client errors and the server's field errors.
 * A client error shows once its field was touched or the form was submitted (specification, section 5). A server error
 * stays until its field changes.
 */
export function useForm<V extends { [K in keyof V]: string }>({
  name,
  initial,
  validate = () => ({}),
  serverNames = {},
  adopted = () => ({}),
  draft,
}: FormOptions<V>) {
  const [values, setValues] = useState<V>(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [server, setServer] = useState<Errors<V>>({});
  const [summary, setSummary] = useState(0);
  const [busy, setBusy] = useState(false);
  const [restored, setRestored] = useState(false);
  const sending = useRef(false);
  const found = validate(values);
  const errors: Errors<V> = { ...server, ...found };

  // Layout effect: runs in the same commit as hydration. A render in between would empty the fields again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const typed = typedBefore(name, initial);
    const restorable = fieldsOf(draft === undefined ? {} : draftOf(draft), initial);
    if (Object.keys(restorable).length > 0) setRestored(true);
    const found = { ...restorable, ...typed };
    if (Object.keys(found).length > 0) setValues((before) => ({ ...before, ...adopted(typed), ...found }));
  }, []);

  const start = useRef(initial);
  const set = useCallback(
    (changes: Partial<V>) => {
      setValues((before) => {
        const next = { ...before, ...changes };
        if (draft !== undefined) keepDraft(draft, differences(next, start.current));
        return next;
      });
      setServer((before) => without(before, Object.keys(changes)));
    },
    [draft],
  );
  /** Fills in values that arrive late (a session, an invitation). Skips fields that are focused or already changed. */
  const offer = useCallback(
    (changes: Partial<V>) => {
      const focused = document.activeElement?.id;
      const offered = Object.entries(changes).filter(([key]) => `${name}-${key}` !== focused);
      setValues((before) => {
        const untouched = offered.filter(([key]) => before[key as keyof V] === start.current[key as keyof V]);
        return { ...before, ...Object.fromEntries(untouched) };
      });
      setServer((before) => without(before, Object.keys(changes)));
    },
    [name],
  );
  const touch = useCallback((field: string) => setTouched((before) => new Set(before).add(field)), []);
  /** Drops the draft, after its values were sent. The form keeps them as its new initial values. */
  const sent = useCallback(
    (values: V) => {
      start.current = values;
      setRestored(false);
      if (draft !== undefined) dropDraft(draft);
    },
    [draft],
  );
  const reset = useCallback(
    (to: V) => {
      setValues(to);
      setTouched(new Set());
      setServer({});
      setSummary(0);
      sent(to);
    },
    [sent],
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
    onBlur: () => afterPress(() => touch(key)),
  });

  /** Wraps the form's send function and returns the `onSubmit` handler. `send` runs only if every rule passes. */
  const submit =
    (send: (values: V) => Promise<void>, onInvalid?: (errors: Errors<V>) => void) =>
    async (event: FormEvent): Promise<void> => {
      event.preventDefault();
      if (sending.current) return;
      setTouched(new Set(Object.keys(values)));
      if (Object.keys(found).length > 0) {
        setSummary((count) => count + 1);
        onInvalid?.(found);
        return;
      }
      setSummary(0);
      sending.current = true;
      setBusy(true);
      try {
        await send(values);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (showServerErrors(error.fields)) setSummary((count) => count + 1);
      } finally {
        sending.current = false;
        setBusy(false);
      }
    };

  function showServerErrors(fields: readonly FieldError[]): boolean {
    const own = fields.map(({ field: path, message }) => [serverNames[path] ?? path, message] as const);
    const shownHere = own.filter(([key]) => key in values);
    setServer(Object.fromEntries(shownHere) as Errors<V>);
    return shownHere.length > 0;
  }

  /** In the order of the fields, not of the rules. */
  const listed = (Object.keys(values) as (keyof V & string)[]).flatMap((key): [string, string][] =>
    errors[key] ? [[key, errors[key]]] : [],
  );
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
    /** Whether a value differs from the stored or last sent ones. */
    changed: Object.keys(differences(values, start.current)).length > 0,
    /** For `ErrorSummary`: `count` rises with each rejected submit, so that the summary gets the focus again. */
    summary: { count: summary, errors: listed.map(([key, message]) => ({ id: `${name}-${key}`, message })) },
  };
}

export type Form<V extends { [K in keyof V]: string }> = ReturnType<typeof useForm<V>>;

/** Returns the values of a draft that are still fields of the form. */
const fieldsOf = <V extends object>(kept: Readonly<Record<string, string>>, initial: V): Partial<V> =>
  Object.fromEntries(Object.entries(kept).filter(([key]) => key in initial)) as Partial<V>;

const differences = <V extends { [K in keyof V]: string }>(now: V, before: V): Record<string, string> =>
  Object.fromEntries(
    (Object.entries(now) as [keyof V & string, string][]).filter(([key, value]) => before[key] !== value),
  );

function without<T extends object>(object: T, keys: readonly string[]): T {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key))) as T;
}
