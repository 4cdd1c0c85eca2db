import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { alertType } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { TextLink } from '../components/texts.tsx';
import { InputField } from '../form/InputField.tsx';
import { Field } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { useSendOnce } from '../form/submit.tsx';
import { T } from '../i18n/T.tsx';
import { type Enquiry, filled, useTemplates } from './enquiry.tsx';

type Kind = 'answers' | 'notes';

const KINDS: Readonly<
  Record<Kind, { label: string; hint: string; field: string; action: string; doneMessage: string }>
> = {
  answers: {
    label: 'Answer',
    hint: 'sent by email',
    field: 'Answer',
    action: 'Send answer',
    doneMessage: 'Sent by email.',
  },
  notes: {
    label: 'Internal note',
    hint: 'not sent',
    field: 'Note',
    action: 'Add note',
    doneMessage: 'Note added. Only administrators can see it.',
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

const lengthOf = ({ thread = [] }: Pick<Enquiry, 'thread'>): number => thread.length;

/** Notes how much of the thread the writer has seen when the writing begins, and reports whether they are writing. */
function Writing({
  enquiry,
  seen,
  onWriting,
}: {
  enquiry: Enquiry;
  seen: RefObject<number>;
  onWriting: ((isWriting: boolean) => void) | undefined;
}) {
  const { isDirty } = useFormState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the thread at the moment at which the writing begins
  useEffect(() => {
    seen.current = Math.max(seen.current, lengthOf(enquiry));
    onWriting?.(isDirty);
    return () => onWriting?.(false);
  }, [isDirty]);
  return null;
}

function SendAndResolve() {
  const { isSubmitting } = useFormState();
  return (
    <ActionButton isBusy={isSubmitting} label="Send and resolve" name={RESOLVES} type="submit" variant="outlined" />
  );
}

/** Name of the button that also resolves the enquiry. */
const RESOLVES = 'resolves';

const THREAD_GREW = 'The thread has new messages since you began to write. Read them, then send again.';

const UNSEEN_MESSAGES = 'The thread has new messages. Read them before you resolve the enquiry.';

/** Sends texts only while the writer has seen the whole thread. `seen`: number of messages that the writer has seen. */
function useSeenThread(enquiry: Enquiry) {
  const refresh = useRefresh();
  const seen = useRef(0);
  const assertSeen = (current: Enquiry) => {
    const isSeen = lengthOf(current) <= seen.current;
    seen.current = Math.max(seen.current, lengthOf(current));
    if (!isSeen) throw new Error(THREAD_GREW);
  };
  /** Sends at the version that is shown. Another version is accepted where only other fields have changed. */
  const sendSeen = async <Answer extends Pick<Enquiry, 'thread'>>(
    send: (version: number) => Promise<Answer>,
  ): Promise<Answer> => {
    assertSeen(enquiry);
    const answer = await send(enquiry.version).catch((error: HttpError) => {
      const { status, body } = error;
      if (status !== 412) throw error;
      refresh();
      assertSeen(body.current);
      return send(body.current.version);
    });
    // The writer has seen their own text. A repeated text can be followed by messages that they have not seen.
    seen.current = Math.min(seen.current + 1, lengthOf(answer));
    return answer;
  };
  return { seen, sendSeen };
}

/** Writes an answer to the sender or an internal note for support. A template provides the initial text. */
export function AnswerForm({ enquiry, onWriting }: { enquiry: Enquiry; onWriting?: (isWriting: boolean) => void }) {
  // A resolved enquiry accepts only notes.
  const [chosen, setKind] = useState<Kind>('answers');
  const kind = enquiry.status === 'Resolved' ? 'notes' : chosen;
  const sendOnce = useSendOnce();
  const notify = useNotify();
  const { seen, sendSeen } = useSeenThread(enquiry);
  const name = useId();
  const { field, action, doneMessage } = KINDS[kind];
  return (
    <PageForm<{ text: string }>
      action={action}
      className="answer-form"
      doneMessage={doneMessage}
      more={kind === 'answers' && <SendAndResolve />}
      send={({ text }, { command }, button) =>
        sendOnce({ kind, text }, async (id) => {
          const path = `contact-support/${enquiry.id}` as const;
          const answer = await sendSeen((version) => command('POST', `${path}/${kind}`, { text, id }, { version }));
          if (button !== RESOLVES) return undefined;
          try {
            if (lengthOf(answer) > seen.current) throw new Error(UNSEEN_MESSAGES);
            await command('PUT', path, { status: 'Resolved' }, { version: answer.version });
          } catch (error) {
            // The answer is sent: a form that kept the text would send it twice.
            notify((error as Error).message, { type: alertType(error) });
            return { message: 'Sent by email. The enquiry is not resolved.' };
          }
          return { message: 'Sent by email. The enquiry is resolved.' };
        })
      }
      values={{ text: '' }}
    >
      <Writing enquiry={enquiry} onWriting={onWriting} seen={seen} />
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
