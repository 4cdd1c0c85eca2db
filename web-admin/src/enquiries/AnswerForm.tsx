import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { TextLink } from '../components/texts.tsx';
import { InputField } from '../form/InputField.tsx';
import { Field } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { useSendOnce } from '../form/submit.tsx';
import { T } from '../i18n/T.tsx';
import { type Enquiry, filled, useTemplates } from './enquiry.tsx';

type Kind = 'answers' | 'notes';

const KINDS: Readonly<Record<Kind, { label: string; hint: string; field: string; action: string; done: string }>> = {
  answers: {
    label: 'Answer',
    hint: 'sent by email',
    field: 'Answer',
    action: 'Send answer',
    done: 'Sent by email.',
  },
  notes: {
    label: 'Internal note',
    hint: 'not sent',
    field: 'Note',
    action: 'Add note',
    done: 'Note added. Only administrators can see it.',
  },
};

/** Adds the text of a template to what is typed. */
function TemplateSelect({ enquiry }: { enquiry: Enquiry }) {
  const { getValues, setValue } = useFormContext<{ text: string }>();
  const { data: templates = [] } = useTemplates();
  const add = (id: string) => {
    const template = templates.find((one) => one.id === id);
    const typed = getValues('text');
    if (!template) return;
    const text = (typed.trim() ? `${typed}\n\n` : '') + filled(template, enquiry);
    setValue('text', text, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <div className="answer-template">
      <InputField
        choices={templates.map(({ id, title }) => [id, title] as const)}
        label="Use a template"
        onChange={add}
        value=""
      />
      <TextLink to="/contact-support/templates" label="Edit templates" />
    </div>
  );
}

/** Writes an answer to the sender or an internal note for support. A template provides the initial text. */
export function AnswerForm({ enquiry }: { enquiry: Enquiry }) {
  // A resolved enquiry accepts only notes.
  const [chosen, setKind] = useState<Kind>('answers');
  const kind = enquiry.status === 'Resolved' ? 'notes' : chosen;
  const sendOnce = useSendOnce();
  const name = useId();
  const { field, action, done } = KINDS[kind];
  return (
    <PageForm<{ text: string }>
      action={action}
      className="answer-form"
      done={done}
      send={async ({ text }, { command }) => {
        await sendOnce({ kind, text }, (id) => command('POST', `contact-support/${enquiry.id}/${kind}`, { text, id }));
      }}
      values={{ text: '' }}
    >
      {enquiry.status !== 'Resolved' && (
        <fieldset className="answer-kinds">
          <legend className="sr-only">
            <T>What you write</T>
          </legend>
          {(Object.keys(KINDS) as Kind[]).map((each) => (
            <label key={each}>
              <input checked={kind === each} name={name} onChange={() => setKind(each)} type="radio" />{' '}
              <T>{KINDS[each].label}</T>{' '}
              <span className="quiet">
                (<T>{KINDS[each].hint}</T>)
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {kind === 'answers' && <TemplateSelect enquiry={enquiry} />}
      <Field label={field} minRows={4} missing="Write the text first." multiline source="text" />
    </PageForm>
  );
}
