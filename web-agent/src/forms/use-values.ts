import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { discardDraft, draftOf, saveDraft } from '../session/drafts.ts';
import { inputBeforeHydration } from './early-input.ts';

/** The values of a form, as text. */
export type TextValues<V> = { [K in keyof V]: string };

export interface ValuesOptions<V> {
  readonly name: string;
  readonly initial: V;
  /** Returns the values that follow from choices made before hydration. */
  readonly adopted?: (typed: Partial<V>) => Partial<V>;
  /**
   * Name under which unsent values are kept (see `session/drafts.ts`); includes the person, where the form belongs to
   * one. Undefined while the person is unknown: the values are restored once it is set.
   */
  readonly draft?: string | undefined;
}

/** The values of a form: initial ones, those typed before hydration, those of its draft, and changes. */
export function useValues<V extends TextValues<V>>({ name, initial, adopted = () => ({}), draft }: ValuesOptions<V>) {
  const [values, setValues] = useState<V>(initial);
  const [isRestored, setRestored] = useState(false);
  const start = useRef(initial);

  // Layout effects: run in the same commit as hydration. A render in between would empty the fields again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const typed = inputBeforeHydration(name, initial);
    if (Object.keys(typed).length > 0) setValues((before) => ({ ...before, ...adopted(typed), ...typed }));
  }, []);
  const isKept = draft !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once its name is known, not after a further name
  useLayoutEffect(() => {
    const initially = start.current;
    const kept = fieldsOf(draft === undefined ? {} : draftOf(draft), initially);
    if (Object.keys(kept).length === 0) return;
    setRestored(true);
    setValues((before) => ({ ...before, ...kept, ...differences(before, initially) }));
  }, [isKept]);

  const set = useCallback(
    (changes: Partial<V>) =>
      setValues((before) => {
        const next = { ...before, ...changes };
        if (draft !== undefined) saveDraft(draft, differences(next, start.current));
        return next;
      }),
    [draft],
  );
  /**
   * Late initial values (a session, an invitation). Skips a focused field, and keeps typed values until the draft is
   * gone.
   */
  const offer = useCallback(
    (late: Partial<V>) => {
      const focused = document.activeElement?.id;
      const offered = Object.entries(late).filter(([key]) => `${name}-${key}` !== focused);
      const initially = start.current;
      start.current = { ...initially, ...Object.fromEntries(offered) };
      setValues((before) => {
        const untouched = offered.filter(([key]) => before[key as keyof V] === initially[key as keyof V]);
        return { ...before, ...Object.fromEntries(untouched) };
      });
    },
    [name],
  );
  /** Drops the draft, after its values were sent. The form keeps them as its new initial values. */
  const sent = useCallback(
    (values: V) => {
      start.current = values;
      setRestored(false);
      if (draft !== undefined) discardDraft(draft);
    },
    [draft],
  );
  const restart = (to: V = start.current): void => {
    setValues(to);
    sent(to);
  };
  const changes = differences(values, start.current) as Partial<V>;
  return { values, isRestored, changes, set, offer, sent, restart };
}

const fieldsOf = <V extends TextValues<V>>(kept: Readonly<Record<string, string>>, initial: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(kept).filter(([key, value]) => key in initial && initial[key as keyof V] !== value),
  ) as Partial<V>;

const differences = <V extends TextValues<V>>(now: V, before: V): Record<string, string> =>
  Object.fromEntries(
    (Object.entries(now) as [keyof V & string, string][]).filter(([key, value]) => before[key] !== value),
  );
