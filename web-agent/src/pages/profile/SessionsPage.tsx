import { account } from '../../api/account-calls.ts';
import { api } from '../../api/calls.ts';
import { dayName, momentName } from '../../format/date.ts';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { SubPage } from './SubPage.tsx';
import './profile.css';

/** The agent's own sessions and remembered devices, each with a button to end it. */
export default function SessionsPage() {
  const { data, failed, reload } = useLoaded(api.sessions, 'sessions');
  const devices = useLoaded(account.devices, 'devices');
  const forget = (id: string) => void account.forgetDevice(id).then(devices.reload, devices.reload);
  const reloadAll = () => {
    reload();
    devices.reload();
  };
  const end = (id: string) => void account.endSession(id).then(reload, reload);
  return (
    <SubPage
      title="Devices"
      intro="Sign out any device you don’t recognise or no longer use. We also sign you out after 60 minutes of inactivity."
    >
      {failed && !data && <LoadFailed text="Your sessions could not be loaded." onRetry={reload} />}
      {data && (data.length > 2 || (devices.data?.length ?? 0) > 0) && (
        <p>
          <button
            type="button"
            className="button button-plain"
            onClick={() => void account.endOtherSessions().then(reloadAll, reloadAll)}
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
      <section className="stack-tight after" aria-labelledby="remembered">
        <h2 id="remembered">Remembered devices</h2>
        <p className="quiet">
          On these devices you sign in with your password only, for 30 days from the day on which you ticked “Remember
          this device”. Changes of your details still ask for a one-time password. If you sign out all other devices, no
          device stays remembered.
        </p>
        {devices.failed && !devices.data && (
          <LoadFailed text="Your remembered devices could not be loaded." onRetry={devices.reload} />
        )}
        {devices.data?.length === 0 && <p>No device is remembered.</p>}
        <ul className="entries">
          {devices.data?.map(({ id, current, device, address, createdAt, lastUsedAt, expiresAt }) => (
            <li key={id}>
              <div>
                <h3>{current ? `${device} (this device)` : device}</h3>
                <p className="quiet">
                  Remembered {dayName(createdAt)}, until {dayName(expiresAt)}. Last sign-in {momentName(lastUsedAt)}{' '}
                  from {address}.
                </p>
              </div>
              <button type="button" className="button button-plain" onClick={() => forget(id)}>
                Forget<span className="sr-only"> {device}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </SubPage>
  );
}
