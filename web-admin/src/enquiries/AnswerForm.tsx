import { useId, useState } from 'react';
import { useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { FinanceForm } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { T } from '../i18n/T.tsx';
import { useAction } from '../record/ActionButton.tsx';
import { TextLink } from '../record/texts.tsx';
import { type Enquiry, filled, useTemplates } from './enquiry.tsx';

type Kind = 'answers' | 'notes';

const KINDS: Readonly<Record<Kind, { label: string; hint: string; field: string; action: string; done: string }>> = {
  answers: {
    label: 'Answer',
    hint: 'sent by e-mail',
    field: 'Answer',
    action: 'Send answer',
    done: 'Sent by e-mail.',
  },
  notes: {
    label: 'Internal note',
    hint: 'not sent',
    field: 'Note',
    action: 'Add note',
    done: 'Note added. Only staff can see it.',
  },
};

/** Writes an answer to the sender or an internal note for support. A template provides the initial text. */
export function AnswerForm({ enquiry }: { enquiry: Enquiry }) {
  // A resolved enquiry accepts only notes.
  const [chosen, setKind] = useState<Kind>('answers');
  const kind = enquiry.status === 'Resolved' ? 'notes' : chosen;
  const [text, setText] = useState('');
  // Idempotency key: text sent again unchanged after a lost response keeps its id, edited text gets a new one.
  const [id, setId] = useState(() => crypto.randomUUID());
  const [isMissing, setMissing] = useState(false);
  const type = (next: string) => {
    setText(next);
    setMissing(false);
    setId(crypto.randomUUID());
  };
  const { act, busy } = useAction(useRefresh());
  const { data: templates = [] } = useTemplates();
  const name = useId();
  const { field, action, done } = KINDS[kind];
  const submit = async () => {
    if (text.trim() === '') return setMissing(true);
    await act(async () => {
      await call('POST', `contact-support/${enquiry.id}/${kind}`, { text, id });
      type('');
    }, done);
  };
  const choose = (next: Kind) => {
    setKind(next);
    setId(crypto.randomUUID());
  };
  const begin = (chosenId: string) => {
    const template = templates.find((one) => one.id === chosenId);
    if (template) type((text.trim() ? `${text}\n\n` : '') + filled(template, enquiry));
  };
  return (
    <FinanceForm action={action} busy={busy} className="answer-form" onSubmit={submit}>
      {enquiry.status !== 'Resolved' && (
        <fieldset className="answer-kinds">
          <legend className="sr-only">
            <T>What you write</T>
          </legend>
          {(Object.keys(KINDS) as Kind[]).map((each) => (
            <label key={each}>
              <input checked={kind === each} name={name} onChange={() => choose(each)} type="radio" />{' '}
              <T>{KINDS[each].label}</T>{' '}
              <span className="quiet">
                (<T>{KINDS[each].hint}</T>)
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {kind === 'answers' && (
        <div className="answer-template">
          <InputField
            label="Use a template"
            onChange={begin}
            value=""
            choices={templates.map((one) => [one.id, one.title] as const)}
          />
          <TextLink to="/contact-support/templates" label="Edit templates" />
        </div>
      )}
      <InputField
        fullWidth
        label={field}
        minRows={4}
        multiline
        onChange={type}
        problem={isMissing ? 'Write the text first.' : undefined}
        required
        value={text}
      />
    </FinanceForm>
  );
}
