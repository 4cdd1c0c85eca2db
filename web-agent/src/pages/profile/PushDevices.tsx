import { useEffect, useState } from 'react';
import { ApiError, call, messageOr, SHOWS_ERRORS } from '../../api/client.ts';
import { endSubscription, ownSubscription, pushSupport, subscribe } from '../../api/push.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/Button.tsx';
import { focusHeading } from '../../components/focus-heading.ts';
import { LoadState } from '../../components/load-state.tsx';
import { Problem } from '../../components/Problem.tsx';
import { dayName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import { DeviceEntry } from './DeviceEntry.tsx';

const UNSUPPORTED = {
  missing: t(
    'This browser can’t show notifications. On an iPhone, add the portal to the home screen and open it from there.',
  ),
  blocked: t('Notifications are blocked for this site. Allow them in your browser settings.'),
} as const;

/** For a person who closed the browser's question without an answer. */
const DISMISSED = t('Notifications stay off until you switch them on here and choose Allow when your browser asks.');

/** The endpoint of this browser's subscription; null without one. Read again whenever `list` changes. */
function useOwnEndpoint(list: unknown): string | null {
  const [endpoint, setEndpoint] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's subscription may have changed with the list
  useEffect(() => {
    void ownSubscription().then(
      (subscription) => setEndpoint(subscription?.endpoint ?? null),
      () => undefined,
    );
  }, [list]);
  return endpoint;
}

/** The listed devices, and how to switch this one on or another one off. `problem`: why the last change failed. */
function usePushDevices() {
  const loaded = useRead('agent/push-devices');
  const { data, refetch } = loaded;
  const ownEndpoint = useOwnEndpoint(data);
  const [problem, setProblem] = useState('');
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    setProblem('');
    await work().catch((error: unknown) => {
      const text = t('Notifications could not be changed. Try again.');
      setProblem(error instanceof ApiError ? messageOr(error, text) : text);
    });
    refetch();
  };
  const switchOn = () =>
    change(async () => {
      const subscription = await subscribe(data?.publicKey ?? '');
      if (!subscription) {
        if (pushSupport() === 'ready') setProblem(DISMISSED);
        return;
      }
      const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription;
      await call('POST', 'agent/push-devices', { body: { endpoint, keys: { p256dh, auth } }, ...SHOWS_ERRORS });
      focusHeading('#notifications');
    });
  const switchOff = (id: string, isOwn: boolean) =>
    change(async () => {
      await call('DELETE', `agent/push-devices/${id}`, SHOWS_ERRORS);
      if (isOwn) await endSubscription();
      focusHeading('#notifications');
    });
  return { loaded, ownEndpoint, problem, switchOn, switchOff };
}

/** The devices on which the agent receives messages about money as notifications. */
export function PushDevices() {
  const { loaded, ownEndpoint, problem, switchOn, switchOff } = usePushDevices();
  const support = pushSupport();
  const devices = loaded.data?.devices ?? [];
  const isOn = devices.some(({ endpoint }) => endpoint === ownEndpoint);
  return (
    <section className="stack" aria-labelledby="notifications">
      <h2 id="notifications">{t('Notifications on your devices')}</h2>
      <p>
        {t(
          'See immediately when you earn a reward or a payout is sent. Each device shows the messages chosen above until you sign out on it.',
        )}
      </p>
      <LoadState of={loaded} text={t('Your devices could not be loaded.')} />
      {devices.length > 0 && (
        <ul className="entries">
          {devices.map(({ id, device, endpoint, since }) => (
            <DeviceEntry
              key={id}
              as="h3"
              device={device}
              isCurrent={endpoint === ownEndpoint}
              text={t('On since %{day}', { day: dayName(since) })}
              button={{ label: t('Switch off'), onPress: () => switchOff(id, endpoint === ownEndpoint) }}
            />
          ))}
        </ul>
      )}
      {support !== 'ready' && (
        <p className="quiet" role="status">
          {UNSUPPORTED[support]}
        </p>
      )}
      {loaded.data && support === 'ready' && !isOn && (
        <div>
          <Button label={t('Switch on for this device')} variant="plain" onPress={switchOn} />
        </div>
      )}
      <Problem text={problem} />
    </section>
  );
}
