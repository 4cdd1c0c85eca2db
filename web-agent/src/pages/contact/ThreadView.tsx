import { useState } from 'react';
import { call, QUIET } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { LoadState, useFresh, useLoaded } from '../../components/load-state.tsx';
import { momentName } from '../../format/date.ts';
import { blank, check } from '../../forms/rules.ts';
import { TextArea } from '../../forms/SelectField.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { T, t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';
import { useSession } from '../../session/session.ts';
import { AttachedFiles } from './AttachedFiles.tsx';
import { STATUS_TEXT } from './contact-rules.ts';

/** Shows an enquiry and its messages to the holder of the link in the e-mail. */
export function ThreadView({ link }: { readonly link: string }) {
  const session = useSession();
  const loaded = useLoaded(() => call('GET', 'ContactUsSupport/thread', { query: { thread: link }, ...QUIET }), link);
  const { data, refetch } = loaded;
  useFresh(loaded);
  // The form stays when the enquiry is resolved in the meantime: it can hold a typed reply, and the server explains.
  const [openLink, setOpenLink] = useState('');
  if (data && data.status !== 'Resolved' && openLink !== link) setOpenLink(link);
  if (!data)
    return (
      <section className="stack">
        <LoadState of={loaded} text={loaded.error?.message ?? ''} />
        {loaded.error && <NewEnquiry />}
      </section>
    );
  return (
    <section className="stack" aria-labelledby="thread">
      <h2 id="thread">
        <T
          text="Enquiry %{referenceNumber}"
          referenceNumber={<span className="tabular">{data.referenceNumber}</span>}
        />
      </h2>
      <p>{STATUS_TEXT[data.status] ?? data.status}</p>
      <ol className="thread stack">
        {data.thread.map(({ from, text, at }) => (
          <li key={`${at} ${from}`} className={from === 'support' ? 'from-support' : undefined}>
            <p className="quiet">
              {from === 'support' ? t('Support') : t('You')}, {momentName(at)}
            </p>
            <p className="written">{text ?? t('This text was deleted.')}</p>
          </li>
        ))}
      </ol>
      {session?.role === 'agent' && <AttachedFiles link={link} enquiry={data} onChange={refetch} />}
      {openLink === link && <ReplyForm key={link} link={link} onSent={refetch} />}
      <NewEnquiry />
    </section>
  );
}

const NewEnquiry = () => (
  <p>
    <Link to="/contact-us">{t('Send a new enquiry')}</Link>
  </p>
);

const EMPTY = { text: '' };
type Values = typeof EMPTY;
const validate = ({ text }: Values) => check<Values>({ text: blank(text, required(t('Your reply'))) });

function ReplyForm({ link, onSent }: { readonly link: string; readonly onSent: () => void }) {
  const form = useSavedForm<Values>({ name: 'reply', initial: EMPTY, validate, draft: `reply.${link.slice(-16)}` });
  const send = form.save(async ({ text }) => {
    await call('POST', 'ContactUsSupport/thread', { query: { thread: link }, body: { text } });
    form.reset(EMPTY);
    onSent();
  });
  return (
    <SavedForm form={form} onSubmit={send} label={t('Send reply')} busyLabel={t('Sending...')}>
      <TextArea {...form.field('text')} label={t('Your reply')} />
    </SavedForm>
  );
}
