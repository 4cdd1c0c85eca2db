import { api } from '../../api/calls.ts';
import { momentName } from '../../format/date.ts';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { SubPage } from './SubPage.tsx';
import './profile.css';

/** The agent's own sessions, each with a button to end it. */
export default function SessionsPage() {
  const { data, failed, reload } = useLoaded(api.sessions, 'sessions');
  const end = (id: string) => void api.endSession(id).then(reload, reload);
  return (
    <SubPage
      title="Where you are signed in"
      intro="End a session that you do not know or no longer need. A session also ends after 60 minutes without activity."
    >
      {failed && !data && <LoadFailed text="Your sessions could not be loaded." onRetry={reload} />}
      <ul className="entries">
        {data?.map(({ id, current, device, address, createdAt, lastSeenAt }) => (
          <li key={id}>
            <div>
              <h2>{current ? `${device} (this session)` : device}</h2>
              <p className="quiet">
                From {address}. Signed in {momentName(createdAt)}, last active {momentName(lastSeenAt)}.
              </p>
            </div>
            {!current && (
              <button type="button" className="button button-plain" onClick={() => end(id)}>
                End<span className="sr-only"> the session on {device}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </SubPage>
  );
}
