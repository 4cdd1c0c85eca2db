import { lazy, Suspense, useSyncExternalStore } from 'react';
import { sessionEndedStore } from '../api/session-ended.ts';
import { loadPage } from './load-page.ts';

const SessionEndedDialog = lazy(() => loadPage(() => import('./SessionEndedDialog.tsx')));

/** Shows the sign-in dialog after the server has ended the session. */
export function SessionEnded() {
  const isOver = useSyncExternalStore(sessionEndedStore.subscribe, sessionEndedStore.read);
  return isOver ? (
    <Suspense fallback={null}>
      <SessionEndedDialog />
    </Suspense>
  ) : null;
}
