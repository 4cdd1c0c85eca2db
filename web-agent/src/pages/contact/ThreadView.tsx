import { Link } from 'react-router-dom';
import { api } from '../../api/calls.ts';
import { LoadState } from '../../components/LoadState.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { momentName } from '../../format/date.ts';
import { T, t } from '../../i18n/t.tsx';
import { useSession } from '../../session/session.ts';
import { AttachedFiles } from './AttachedFiles.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { STATUS_TEXT } from './status-text.ts';

/** Shows an enquiry and its messages to the holder of the link in the e-mail. */
export function ThreadView({ link }: { readonly link: string }) {
  const session = useSession();
  const loaded = useLoaded(() => api.thread(link), link);
  const { data, reload } = loaded;
  if (!data) return <LoadState of={loaded} text={loaded.failed?.message ?? ''} />;
  return (
    <section className="stack" aria-labelledby="thread">
      <h2 id="thread">
        <T
          text="Enquiry %{referenceNumber}"
          referenceNumber={<span className="tabular">{data.referenceNumber}</span>}
        />
      </h2>
      <p>{STATUS_TEXT[data.status] ?? data.status}</p>
      <ol className="thread">
        {data.thread.map(({ from, text, at }) => (
          <li key={`${at} ${from}`} className={from === 'support' ? 'from-support' : undefined}>
            <p className="quiet">
              {from === 'support' ? t('Support') : t('You')}, {momentName(at)}
            </p>
            <p className="written">{text ?? t('This text was deleted.')}</p>
          </li>
        ))}
      </ol>
      {session?.role === 'agent' && <AttachedFiles link={link} enquiry={data} onChange={reload} />}
      {data.status !== 'Resolved' && <ReplyForm link={link} onSent={reload} />}
      <p>
        <Link to="/contact-us">{t('Send a new enquiry')}</Link>
      </p>
    </section>
  );
}
