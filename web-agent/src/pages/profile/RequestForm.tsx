import { useCallback, useState } from 'react';
import { api } from '../../api/calls.ts';
import { ChoiceField } from '../../forms/ChoiceField.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { blank, check } from '../../forms/rules.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { useForm } from '../../forms/use-form.ts';
import { required } from '../../text/messages.ts';

const EMPTY = { kind: 'correction', details: '' };
type Values = typeof EMPTY;

const KINDS = [
  { value: 'correction', label: 'Correct my data' },
  { value: 'deletion', label: 'Delete my data' },
] as const;

const validate = ({ details }: Values) => check<Values>({ details: blank(details, required('What you ask for')) });

/** A request that an administrator decides. Before a deletion is sent, the form states what the law keeps. */
export function RequestForm() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const gone = useCallback(() => setOutcome(null), []);
  const form = useForm<Values>({ name: 'request', initial: EMPTY, validate });
  const send = form.submit(async ({ kind, details }) => {
    await api.request(kind as 'correction' | 'deletion', details);
    setOutcome({ kind: 'success', text: 'Your request was received. We answer by email.' });
    form.reset(EMPTY);
  });
  return (
    <section className="stack" aria-labelledby="request">
      <h2 id="request">Ask for a correction or deletion</h2>
      <form method="post" className="form" noValidate onSubmit={send}>
        <ErrorSummary {...form.summary} />
        <ChoiceField {...form.field('kind')} label="What we should do" options={KINDS} />
        {form.values.kind === 'deletion' && (
          <p className="note note-warning">
            A deletion ends your account and any unpaid balance. Records of money and tax are kept for seven years, as
            the law obliges; everything else can no longer be read by anybody.
          </p>
        )}
        <TextArea
          {...form.field('details')}
          label="What you ask for"
          hint="Say which data, and what is wrong with it."
        />
        <div>
          <SubmitButton label="Send request" busyLabel="Sending..." busy={form.busy} />
        </div>
        <FormMessage outcome={outcome} onGone={gone} />
      </form>
    </section>
  );
}
