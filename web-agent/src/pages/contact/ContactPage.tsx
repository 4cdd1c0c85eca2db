import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { read } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { Page } from '../../components/Page.tsx';
import { T, t } from '../../i18n/t.tsx';
import { useSession } from '../../session/session.ts';
import { SUPPORT } from '../../settings.ts';
import { useHydrated } from '../../state/store.ts';
import { ContactForm } from './ContactForm.tsx';
import { ThreadView } from './ThreadView.tsx';
import '../../styles/forms.css';
import './contact.css';
import { LoadState, useFresh, useLoaded } from '../../components/load-state.tsx';
import { dayName } from '../../format/date.ts';
import { QUERY_TYPES, STATUS_TEXT } from './contact-rules.ts';

/** Form, or the thread of a link, with own enquiries, addresses and the FAQ (specification, section 2, Contact Us). */
export default function ContactPage() {
  const [params] = useSearchParams();
  const thread = useHydrated() && params.get('thread');
  const session = useSession();
  const [sent, setSent] = useState(0);
  const agentId = session?.agent?.id;
  // Rises when an agent's session ends: the form starts again, without what they typed.
  const [departures, setDepartures] = useState(0);
  useEffect(() => (agentId ? () => setDepartures((count) => count + 1) : undefined), [agentId]);
  return (
    <Page
      title={t('Contact us')}
      intro={
        <T
          text="You may find your answer in the %{link}. Otherwise send us a message. You’ll get a reference number straight away and a reply by email."
          link={<Link to="/frequently-asked">{t('frequently asked questions')}</Link>}
        />
      }
      isWide
    >
      <div className="stack-wide contact">
        {thread ? (
          <ThreadView link={thread} />
        ) : (
          <div className="stack-wide">
            <ContactForm key={departures} onSent={() => setSent((count) => count + 1)} />
            {session?.role === 'agent' && <OwnEnquiries sent={sent} />}
          </div>
        )}
        <aside aria-label={t('Other ways to reach us')}>
          <dl className="stack">
            <div>
              <dt>{t('Email')}</dt>
              <dd>
                <a href={`mailto:${SUPPORT.email}`}>{SUPPORT.email}</a>
              </dd>
            </div>
            <div>
              <dt>{t('Web')}</dt>
              <dd>
                <a href={SUPPORT.web}>{SUPPORT.webName}</a>
              </dd>
            </div>
            <div>
              <dt>{t('Head office')}</dt>
              <dd>{SUPPORT.headOffice}</dd>
            </div>
          </dl>
        </aside>
      </div>
    </Page>
  );
}

/** The agent's enquiries, each with the link to its messages. `sent` rises with each enquiry sent from this page. */
function OwnEnquiries({ sent }: { readonly sent: number }) {
  const loaded = useLoaded(() => read('agent/enquiries'), String(sent));
  const { data } = loaded;
  useFresh(loaded);
  if (!data) return <LoadState of={loaded} text={t('Your enquiries could not be loaded.')} />;
  if (data.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="enquiries">
      <h2 id="enquiries">{t('Your enquiries')}</h2>
      <ul className="enquiries stack">
        {data.map(({ referenceNumber, typeOfQuery, status, dateCreated, answers, thread }) => (
          <li key={referenceNumber} className="card">
            <p className="row spread">
              <Link className="tabular" to={`/contact-us?thread=${encodeURIComponent(thread)}`}>
                {referenceNumber}
              </Link>
              <span className="quiet">{dayName(dateCreated)}</span>
            </p>
            <p>
              {QUERY_TYPES.find(({ value }) => value === typeOfQuery)?.label}
              {answers > 0 && `, ${t('1 answer |||| %{count} answers', { count: answers })}`}
            </p>
            <p className="quiet">{STATUS_TEXT[status]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
