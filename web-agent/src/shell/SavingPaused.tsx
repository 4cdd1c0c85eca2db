import { useSyncExternalStore } from 'react';
import { savingPausedStore } from '../api/saving-paused.ts';
import { MESSAGES } from '../text/messages.ts';

/** Says at the top of every page that changes cannot be saved, until they can. It stays in the page, so that it is announced. */
export function SavingPaused() {
  const since = useSyncExternalStore(savingPausedStore.subscribe, savingPausedStore.read, () => null);
  return (
    <div aria-live="polite" className={since ? 'saving-paused' : undefined}>
      {since && <p>{MESSAGES.savingPaused}</p>}
    </div>
  );
}
