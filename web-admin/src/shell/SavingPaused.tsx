import { savingPausedStore } from '@fynbos/web-agent/src/api/saving-paused.ts';
import { useSyncExternalStore } from 'react';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** Banner above every page while changes cannot be saved. It stays mounted, so that screen readers announce it. */
export function SavingPaused() {
  const since = useSyncExternalStore(savingPausedStore.subscribe, savingPausedStore.read);
  return (
    <div className={since ? 'saving-paused' : undefined} role="status">
      {since && (
        <>
          <T as="strong">Changes cannot be saved right now.</T>{' '}
          <T as="span" values={{ time: instant(since) }}>
            {'Figures are shown as of %{time}. We are trying again.'}
          </T>
        </>
      )}
    </div>
  );
}
