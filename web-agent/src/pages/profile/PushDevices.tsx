import { useEffect, useState } from 'react';
import { ApiError, call, messageOr, SHOWS_ERRORS } from '../../api/client.ts';
import { endSubscription, ownSubscription, pushSupport, subscribe } from '../../api/push.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/Button.tsx';
import { focusHeading } from '../../components/focus-heading.ts';
import { LoadState } from '../../components/load-state.tsx';
import { Problem } from '../../components/Problem.tsx';
import { dayName } from '../../format/date.ts';
import { deviceText } from '../../format/device.ts';
import { t } from '../../i18n/t.tsx';

const UNSUPPORTED = {
  missing: t(
    'This browser can’t show notifications. On an iPhone, add the portal to the home screen and open it from there.',
  ),
  blocked: t('Notifications are blocked for this site. Allow them in your browser settings.'),
} as const;

/** For a person who closed the browser's question without an answer. */
const DISMISSED = t('Notifications stay off until you switch them on here and choose Allow when your browser asks.');

/** The devices on which the agent receives messages about money as notifications. */
export function PushDevices() {
  const loaded = useRead('agent/push-devices');
  const { data, refetch } = loaded;
  const [own, setOwn] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const support = pushSupport();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's subscription may have changed with the list
  useEffect(() => {
    void ownSubscription().then(
      (one) => setOwn(one?.endpoint ?? null),
      () => undefined,
    );
  }, [data]);

  async function change(work: () => Promise<unknown>): Promise<void> {
    setProblem('');
    await work().catch((error: unknown) => {
      const text = t('Notifications could not be changed. Try again.');
      setProblem(error instanceof ApiError ? messageOr(error, text) : text);
    });
    refetch();
  }
  const switchOn = async () => {
    const subscription = await subscribe(data?.publicKey ?? '');
    if (!subscription) {
      if (pushSupport() === 'ready') setProblem(DISMISSED);
      return;
    }
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription;
    await call('POST', 'agent/push-devices', { body: { endpoint, keys: { p256dh, auth } }, ...SHOWS_ERRORS });
    focusHeading('#notifications');
  };
  const switchOff = async (id: string, isOwn: boolean) => {
    await call('DELETE', `agent/push-devices/${id}`, SHOWS_ERRORS);
    if (isOwn) await endSubscription();
    focusHeading('#notifications');
  };
  const devices = data?.devices.map((one) => ({ ...one, device: deviceText(one.device) })) ?? [];
  const isOn = devices.some(({ endpoint }) => endpoint === own);

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
            <li key={id}>
              <div>
                <h3>{endpoint === own ? t('%{device} (this device)', { device }) : device}</h3>
                <p className="quiet">{t('On since %{day}', { day: dayName(since) })}</p>
              </div>
              <Button
                label={t('Switch off')}
                about={device}
                variant="plain"
                onPress={() => change(() => switchOff(id, endpoint === own))}
              />
            </li>
          ))}
        </ul>
      )}
      {support !== 'ready' && (
        <p className="quiet" role="status">
          {UNSUPPORTED[support]}
        </p>
      )}
      {data && support === 'ready' && !isOn && (
        <div>
          <Button label={t('Switch on for this device')} variant="plain" onPress={() => change(switchOn)} />
        </div>
      )}
      <Problem text={problem} />
    </section>
  );
}
