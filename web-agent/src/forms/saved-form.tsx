import { type FormEvent, type ReactNode, useState } from 'react';
import { useTimedText } from '../components/use-timed-text.ts';
import { TIMES } from '../messages/first-messages.ts';
import { DraftNote, ErrorSummary } from './ErrorSummary.tsx';
import { SubmitButton } from './fields.tsx';
import { type Errors, type Form, type FormOptions, useForm } from './use-form.ts';
import type { TextValues } from './use-values.ts';

/** What is shown below the button after a submit. A text is that of a success; undefined if the person cancelled. */
type SubmitResult = string | Outcome | undefined;

interface Texts<V> {
  /** The text of a failure. Without it, the banner shows the failure. */
  readonly failed?: (error: Error) => string | null;
  /** The text for values that break a rule of the form. */
  readonly invalid?: (errors: Errors<V>) => string | null;
}

const outcomeOf = (kind: Outcome['kind'], result: SubmitResult | null): Outcome | null =>
  typeof result === 'string' ? { kind, text: result } : (result ?? null);

/** Includes the outcome of the last submit, which `SavedForm` shows; `initialText`: the text before the first one. */
export function useSavedForm<V extends TextValues<V>>(options: FormOptions<V>, initialText: string | null = null) {
  const form = useForm<V>(options);
  const [outcome, setOutcome] = useState(() => outcomeOf('success', initialText));
  const save = (send: (values: V) => Promise<SubmitResult>, { failed, invalid }: Texts<V> = {}) =>
    form.submit(
      async (values) => {
        setOutcome(null);
        try {
          setOutcome(outcomeOf('success', await send(values)));
        } catch (error) {
          setOutcome(outcomeOf('danger', failed?.(error as Error) ?? null));
          throw error;
        }
      },
      (errors) => {
        const text = invalid?.(errors);
        if (text) setOutcome({ kind: 'danger', text });
      },
    );
  return { ...form, save, message: { outcome, onGone: () => setOutcome(null) } };
}

interface Props {
  readonly form: Pick<Form<object>, 'summary' | 'draftNote' | 'busy' | 'valid'> & {
    readonly message: Parameters<typeof FormMessage>[0];
  };
  readonly onSubmit: (event: FormEvent) => Promise<void>;
  readonly label: string;
  readonly busyLabel: string;
  /** Says what is missing while the values break a rule; the button is then disabled. */
  readonly missing?: string;
  readonly children: ReactNode;
  /** Below the outcome. */
  readonly after?: ReactNode;
}

/** A form with the summary of its errors, its draft, its button and the outcome of the last submit. */
export function SavedForm({ form, onSubmit, label, busyLabel, missing, children, after }: Props) {
  const isBlocked = missing !== undefined && !form.valid;
  return (
    <form method="post" className="form" noValidate onSubmit={onSubmit}>
      <ErrorSummary {...form.summary} />
      <DraftNote {...form.draftNote} />
      {children}
      <div className="stack-tight">
        <SubmitButton label={label} busyLabel={busyLabel} busy={form.busy} disabled={isBlocked} />
        {isBlocked && <p className="quiet">{missing}</p>}
      </div>
      <FormMessage {...form.message} />
      {after}
    </form>
  );
}

export interface Outcome {
  readonly kind: 'success' | 'danger';
  readonly text: string;
}

/** The result line below a form. A success disappears after two seconds unless it has the pointer or the focus. */
export function FormMessage({ outcome, onGone }: { readonly outcome: Outcome | null; readonly onGone: () => void }) {
  const hold = useTimedText(outcome?.kind === 'success' ? outcome.text : null, TIMES.formMessage, onGone);
  return (
    <div role="status" {...hold}>
      {outcome && <p className={outcome.kind === 'danger' ? 'note note-danger' : 'note'}>{outcome.text}</p>}
    </div>
  );
}
