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
      title="Devices"
      intro="Sign out any device you don’t recognise or no longer use. We also sign you out after 60 minutes of inactivity."
    >
      {failed && !data && <LoadFailed text="Your sessions could not be loaded." onRetry={reload} />}
      {data && data.length > 2 && (
        <p>
          <button
            type="button"
            className="button button-plain"
            onClick={() => void api.endOtherSessions().then(reload, reload)}
          >
            Sign out all other devices
          </button>
        </p>
      )}
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
                Sign out<span className="sr-only"> {device}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </SubPage>
  );
}
