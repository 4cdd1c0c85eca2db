import { useEffect } from 'react';
import { offlineStore, resetShownCopies } from '../api/offline-copy.ts';
import { momentName } from '../format/date.ts';
import { t } from '../i18n/t.tsx';
import { useStore } from '../state/store.ts';

/** Says that the figures are those of an earlier time. It stays mounted while empty, so that it is announced. */
export function OfflineNote() {
  const since = useStore(offlineStore, null);
  useEffect(() => resetShownCopies, []);
  return (
    <div role="status">
      {since && (
        <p className="note note-warning">
          {navigator.onLine
            ? t('The portal cannot be reached right now. Showing figures of %{since}.', { since: momentName(since) })
            : t('You are offline. Showing figures of %{since}.', { since: momentName(since) })}
        </p>
      )}
    </div>
  );
}
