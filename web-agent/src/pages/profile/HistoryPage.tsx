import { useRead } from '../../api/use-read.ts';
import { LoadState } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { momentName } from '../../format/date.ts';
import { serverText, t } from '../../i18n/t.tsx';
import './profile.css';

/** Changes to the agent's own data, with time and origin. */
export default function HistoryPage() {
  const loaded = useRead('agent/history');
  const { data } = loaded;
  return (
    <Page
      parent="profile"
      title={t('Account activity')}
      intro={`${t('Sign-ins and changes in your account.')} ${t('If you don’t recognise something, contact us.')}`}
    >
      <LoadState of={loaded} text={t('Your account activity could not be loaded.')} />
      {data?.length === 0 && <p className="quiet">{t('Nothing has changed since you registered.')}</p>}
      <ol className="entries">
        {data?.map(({ at, what, fields, by, address }) => (
          <li key={`${at} ${what}`}>
            <div>
              <h2>{serverText(what)}</h2>
              {fields.length > 0 && <p>{fields.map(serverText).join(', ')}</p>}
              <p className="quiet">
                {address
                  ? t('%{at}, by %{by} from %{address}', { ...entryOf(at, by), address })
                  : t('%{at}, by %{by}', entryOf(at, by))}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Page>
  );
}

const entryOf = (at: string, by: string) => ({ at: momentName(at), by: serverText(by).toLowerCase() });
