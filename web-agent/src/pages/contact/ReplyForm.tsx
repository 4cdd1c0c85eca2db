import { api } from '../../api/calls.ts';
import { TextArea } from '../../fields/TextArea.tsx';
import { blank, check } from '../../forms/rules.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import { required } from '../../text/first-messages.ts';

interface Values {
  text: string;
}

const EMPTY: Values = { text: '' };
const validate = ({ text }: Values) => check<Values>({ text: blank(text, required(t('Your reply'))) });

export function ReplyForm({ link, onSent }: { readonly link: string; readonly onSent: () => void }) {
  const form = useForm<Values>({ name: 'reply', initial: EMPTY, validate, draft: `reply.${link.slice(-16)}` });
  const send = form.submit(
    async ({ text }) => {
      await api.replyInThread(link, text);
      form.reset(EMPTY);
      onSent();
    },
    () => document.getElementById('reply-text')?.focus(),
  );
  return (
    <form method="post" className="form" noValidate onSubmit={send}>
      <TextArea {...form.field('text')} label={t('Your reply')} />
      <div>
        <SubmitButton label={t('Send reply')} busyLabel={t('Sending...')} busy={form.busy} />
      </div>
    </form>
  );
}
