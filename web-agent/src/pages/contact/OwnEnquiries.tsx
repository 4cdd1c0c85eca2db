import { Link } from 'react-router-dom';
import { api } from '../../api/calls.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { dayName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import { QUERY_TYPES } from './contact-rules.ts';
import { STATUS_TEXT } from './status-text.ts';

/** The agent's enquiries, each with the link to its messages. `sent` rises with each enquiry sent from this page. */
export function OwnEnquiries({ sent }: { readonly sent: number }) {
  const { data, failed, reload } = useLoaded(api.enquiries, String(sent));
  if (failed && !data) return <LoadFailed text={t('Your enquiries could not be loaded.')} onRetry={reload} />;
  if (!data || data.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="enquiries">
      <h2 id="enquiries">{t('Your enquiries')}</h2>
      <ul className="enquiries">
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
