import { savingPausedStore } from '@fynbos/web-agent/src/api/saving-paused.ts';
import { useSyncExternalStore } from 'react';
import { cardDate } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

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
            <T values={{ time: cardDate(since) }}>{'Figures are shown as of %{time}. We are trying again.'}</T>
          </span>
        </>
      )}
    </div>
  );
}
