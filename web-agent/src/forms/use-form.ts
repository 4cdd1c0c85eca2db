import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { afterPointerUp } from './early-input.ts';
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

/** Whether the form is being sent. `isRunning` is true at once, before the next render. */
function useSending() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run, isRunning: () => running.current };
}

/** An error of the server, with the value that it refused. */
interface Refusal {
  readonly field: string;
  readonly value: string;
  readonly message: string;
}

/**
 * Submits that the rules or the server rejected. `count` rises with each. `errors` are those of the server, for the
 * fields that still have their refused value.
 */
function useRejections<V extends TextValues<V>>(values: V, serverNames: Readonly<Record<string, keyof V & string>>) {
  const [count, setCount] = useState(0);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const add = () => setCount((before) => before + 1);
  return {
    count,
    errors: Object.fromEntries(
      refusals.flatMap(({ field, value, message }) => (values[field as keyof V] === value ? [[field, message]] : [])),
    ) as Errors<V>,
    add,
    clear: () => {
      setCount(0);
      setRefusals([]);
    },
    /** Notes that the server refuses the present value of a field. */
    refuse: (key: keyof V & string, message: string) =>
      setRefusals((before) => [...before, { field: key, value: values[key], message }]),
    /** Takes the errors of a failed call that concern fields of the form. Throws what is no answer of the server. */
    addRefused: (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const own = error.fields
        .map(({ field: path, message }) => ({ field: serverNames[path] ?? path, message }))
        .filter((one): one is { field: keyof V & string; message: string } => one.field in values);
      setRefusals(own.map((one) => ({ ...one, value: values[one.field] })));
      if (own.length > 0) add();
    },
  };
}

/**
 * A client error shows once its field was touched or the form was submitted (specification, section 5); a server error
 * while its field has the refused value.
 */
export function useForm<V extends TextValues<V>>({
  validate = () => ({}),
  serverNames = {},
  ...options
}: FormOptions<V>) {
  const { values, isRestored, changes, set, offer, sent, restart } = useValues(options);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const rejections = useRejections(values, serverNames);
  const sending = useSending();
  const found = validate(values);
  const errors = { ...rejections.errors, ...found };
  const keys = Object.keys(values) as (keyof V & string)[];
  const idOf = (key: string): string => `${options.name}-${key}`;

  const reset = (to?: V): void => {
    restart(to);
    setTouched(new Set());
    rejections.clear();
  };

  const field = (key: keyof V & string): FieldBinding => ({
    id: idOf(key),
    name: key,
    value: values[key],
    error: touched.has(key) ? errors[key] : undefined,
    onValue: (value) => set({ [key]: value } as Partial<V>),
    onBlur: () => afterPointerUp(() => setTouched((before) => new Set(before).add(key))),
  });

  /** Wraps the form's send function and returns the `onSubmit` handler. `send` runs only if every rule passes. */
  const submit =
    (send: (values: V) => Promise<void>, onInvalid?: (errors: Errors<V>) => void) =>
    async (event: FormEvent): Promise<void> => {
      event.preventDefault();
      if (sending.isRunning()) return;
      setTouched(new Set(keys));
      if (Object.keys(found).length > 0) {
        rejections.add();
        onInvalid?.(found);
        return;
      }
      rejections.clear();
      await sending.run(() => send(values).catch(rejections.addRefused));
    };

  return {
    values,
    set,
    offer,
    field,
    errors,
    busy: sending.busy,
    reset,
    sent,
    /** What `DraftNote` needs: whether a draft was restored, and a way to discard it. */
    draftNote: { isRestored, onDiscard: () => reset() },
    refuse: rejections.refuse,
    submit,
    valid: Object.keys(found).length === 0,
    /** The values that differ from the initial or last sent ones. */
    changes,
    changed: Object.keys(changes).length > 0,
    /** For `ErrorSummary`: `count` rises with each rejected submit, so that the summary gets the focus again. */
    summary: {
      count: rejections.count,
      // In the order of the fields, not of the rules.
      errors: keys.filter((key) => errors[key]).map((key) => ({ id: idOf(key), message: errors[key] ?? '' })),
    },
  };
}

export type Form<V extends TextValues<V>> = ReturnType<typeof useForm<V>>;
