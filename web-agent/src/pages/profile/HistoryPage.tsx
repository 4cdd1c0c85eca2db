import { api } from '../../api/calls.ts';
import { momentName } from '../../format/date.ts';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { SubPage } from './SubPage.tsx';
import './profile.css';

/** Changes to the agent's own data, with time and origin. */
export default function HistoryPage() {
  const { data, failed, reload } = useLoaded(api.history, 'history');
  return (
    <SubPage
      title="Account activity"
      intro="Sign-ins and changes in your account. If you don’t recognise something, contact us."
    >
      {failed && !data && <LoadFailed text="Your account activity could not be loaded." onRetry={reload} />}
      {data?.length === 0 && <p className="quiet">Nothing has changed since you registered.</p>}
      <ol className="entries">
        {data?.map(({ at, what, fields, by, address }) => (
          <li key={`${at} ${what}`}>
            <div>
              <h2>{what}</h2>
              {fields.length > 0 && <p>{fields.join(', ')}</p>}
              <p className="quiet">
                {momentName(at)}, by {by.toLowerCase()}
                {address && ` from ${address}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </SubPage>
  );
}
