import { call } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/Button.tsx';
import { focusHeading } from '../../components/focus-heading.ts';
import { LoadState } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { dayName, momentName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import { DeviceEntry } from './DeviceEntry.tsx';
import './profile.css';

/** Devices that sign in without a one-time password. */
function RememberedDevices({ devices }: { readonly devices: ReturnType<typeof useRead<'auth/devices'>> }) {
  const { data, refetch } = devices;
  const forget = (id: string) =>
    call('DELETE', `auth/devices/${id}`)
      .then(() => focusHeading('#remembered'))
      .finally(refetch);
  return (
    <section className="stack-tight after" aria-labelledby="remembered">
      <h2 id="remembered">{t('Remembered devices')}</h2>
      <p className="quiet">
        {t(
          'On these devices you sign in with your password only, for 30 days from the day on which you ticked “Remember this device”. Changes to your details still need a one-time password. Signing out all other devices also forgets every remembered device.',
        )}
      </p>
      <LoadState of={devices} text={t('Your remembered devices could not be loaded.')} />
      {data?.length === 0 && <p>{t('No remembered devices.')}</p>}
      <ul className="entries">
        {data?.map(({ id, current, device, address, createdAt, lastUsedAt, expiresAt }) => (
          <DeviceEntry
            key={id}
            as="h3"
            device={device}
            isCurrent={current}
            text={t('Remembered %{createdAt}, until %{expiresAt}. Last sign-in %{lastUsedAt} from %{address}.', {
              createdAt: dayName(createdAt),
              expiresAt: dayName(expiresAt),
              lastUsedAt: momentName(lastUsedAt),
              address,
            })}
            button={{ label: t('Forget'), onPress: () => forget(id) }}
          />
        ))}
      </ul>
    </section>
  );
}

export default function SessionsPage() {
  const sessions = useRead('auth/sessions');
  const { data, refetch } = sessions;
  const devices = useRead('auth/devices');
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
        {data?.map(({ id, current, device, address, createdAt, lastSeenAt }) => (
          <DeviceEntry
            key={id}
            as="h2"
            device={device}
            isCurrent={current}
            text={t('From %{address}. Signed in %{createdAt}, last active %{lastSeenAt}.', {
              address,
              createdAt: momentName(createdAt),
              lastSeenAt: momentName(lastSeenAt),
            })}
            button={current ? null : { label: t('Sign out'), onPress: () => end(id) }}
          />
        ))}
      </ul>
      <RememberedDevices devices={devices} />
    </Page>
  );
}
