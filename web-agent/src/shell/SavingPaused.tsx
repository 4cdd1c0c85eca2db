import { savingPausedStore } from '../api/saving-paused.ts';
import { useStore } from '../session/store.ts';
import { FIRST_MESSAGES } from '../text/first-messages.ts';

/**
 * Shows at the top of every page that changes cannot be saved. It stays mounted while empty, so that the message is
 * announced.
 */
export function SavingPaused() {
  const since = useStore(savingPausedStore, null);
  return (
    <div aria-live="polite" className={since ? 'saving-paused' : undefined}>
      {since && <p>{FIRST_MESSAGES.savingPaused}</p>}
    </div>
  );
}
