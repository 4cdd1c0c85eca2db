import { call } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/Button.tsx';
import { focusHeading } from '../../components/focus-heading.ts';
import { LoadState } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { dayName, momentName } from '../../format/date.ts';
import { deviceText } from '../../format/device.ts';
import { t } from '../../i18n/t.tsx';
import './profile.css';

const named = <Entry extends { readonly device: string }>(entry: Entry): Entry => ({
  ...entry,
  device: deviceText(entry.device),
});

export default function SessionsPage() {
  const sessions = useRead('auth/sessions');
  const { data, refetch } = sessions;
  const devices = useRead('auth/devices');
  const forget = (id: string) =>
    call('DELETE', `auth/devices/${id}`)
      .then(() => focusHeading('#remembered'))
      .finally(devices.refetch);
  const end = (id: string) =>
    call('DELETE', `auth/sessions/${encodeURIComponent(id)}`)
      .then(() => focusHeading('main h1'))
      .finally(refetch);
  const endOthers = () =>
    call('POST', 'auth/sessions/end-others')
      .then(() => focusHeading('main h1'))
      .finally(() => {
        refetch();
        devices.refetch();
      });
  return (
    <Page
      parent="profile"
      title={t('Devices')}
      intro={t(
        'Sign out any device you don’t recognise or no longer use. We also sign you out after 60 minutes of inactivity.',
      )}
    >
      <LoadState of={sessions} text={t('Your sessions could not be loaded.')} />
      {data && (data.length > 2 || (devices.data?.length ?? 0) > 0) && (
        <p>
          <Button label={t('Sign out all other devices')} variant="plain" onPress={endOthers} />
        </p>
      )}
      <ul className="entries">
        {data?.map(named).map(({ id, current, device, address, createdAt, lastSeenAt }) => (
          <li key={id}>
            <div>
              <h2>{current ? t('%{device} (this device)', { device }) : device}</h2>
              <p className="quiet">
                {t('From %{address}. Signed in %{createdAt}, last active %{lastSeenAt}.', {
                  address,
                  createdAt: momentName(createdAt),
                  lastSeenAt: momentName(lastSeenAt),
                })}
              </p>
            </div>
            {!current && <Button label={t('Sign out')} about={device} variant="plain" onPress={() => end(id)} />}
          </li>
        ))}
      </ul>
      <section className="stack-tight after" aria-labelledby="remembered">
        <h2 id="remembered">{t('Remembered devices')}</h2>
        <p className="quiet">
          {t(
            'On these devices you sign in with your password only, for 30 days from the day on which you ticked “Remember this device”. Changes to your details still need a one-time password. Signing out all other devices also forgets every remembered device.',
          )}
        </p>
        <LoadState of={devices} text={t('Your remembered devices could not be loaded.')} />
        {devices.data?.length === 0 && <p>{t('No remembered devices.')}</p>}
        <ul className="entries">
          {devices.data?.map(named).map(({ id, current, device, address, createdAt, lastUsedAt, expiresAt }) => (
            <li key={id}>
              <div>
                <h3>{current ? t('%{device} (this device)', { device }) : device}</h3>
                <p className="quiet">
                  {t('Remembered %{createdAt}, until %{expiresAt}. Last sign-in %{lastUsedAt} from %{address}.', {
                    createdAt: dayName(createdAt),
                    expiresAt: dayName(expiresAt),
                    lastUsedAt: momentName(lastUsedAt),
                    address,
                  })}
                </p>
              </div>
              <Button label={t('Forget')} about={device} variant="plain" onPress={() => forget(id)} />
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
