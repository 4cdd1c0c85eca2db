import { savingPausedStore } from '@fynbos/web-agent/src/api/saving-paused.ts';
import { useSyncExternalStore } from 'react';
import { T } from '../i18n/T.tsx';

/** An instant as a clock in Johannesburg shows it: `14:05`. South Africa is two hours ahead of UTC all year. */
const clockTime = (instant: string): string =>
  new Date(Date.parse(instant) + 2 * 3_600_000).toISOString().slice(11, 16);

/** Says above every page that changes cannot be saved, until they can. It stays in the page, so that it is announced. */
export function SavingPaused() {
  const since = useSyncExternalStore(savingPausedStore.subscribe, savingPausedStore.read);
  return (
    <div className={since ? 'saving-paused' : undefined} role="status">
      {since && (
        <>
          <strong>
            <T>Changes cannot be saved right now.</T>
          </strong>{' '}
          <span>
            <T values={{ time: clockTime(since) }}>{'Figures are shown as of %{time}. We are trying again.'}</T>
          </span>
        </>
      )}
    </div>
  );
}
