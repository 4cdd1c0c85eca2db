import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { savingPausedStore } from '../api/saving-paused.ts';
import { Skeleton } from '../components/LoadFailed.tsx';
import { FIRST_MESSAGES } from '../messages/first-messages.ts';
import { useSession } from '../session/session.ts';
import { showAlert } from '../state/alerts.ts';
import { takeSignOutReason } from '../state/storage.ts';
import { useStore } from '../state/store.ts';
import { AlertBanner } from './AlertBanner.tsx';
import { ErrorBoundary, ErrorFallback } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { lazyPart } from './lazy-page.tsx';
import { Navbar } from './Navbar.tsx';

const SessionWatch = lazyPart(() => import('./SessionWatch.tsx'));

/** The frame of every page: navigation, messages, content, footer. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const { key } = useLocation();
  // Stored by the dashboard, which ends a session with a page load.
  useEffect(() => {
    const why = takeSignOutReason();
    if (why) showAlert('warning', why === 'idle' ? FIRST_MESSAGES.signedOutIdle : FIRST_MESSAGES.sessionEnded);
  }, []);
  return (
    <>
      <Navbar />
      <AlertBanner />
      <SavingPaused />
      <main id="main" tabIndex={-1}>
        <ErrorBoundary at={key} instead={<ErrorFallback />}>
          <Suspense fallback={<Skeleton />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      {session && (
        <ErrorBoundary at={key}>
          <SessionWatch />
        </ErrorBoundary>
      )}
    </>
  );
}

/** Mounted while empty, so that the message is announced. */
function SavingPaused() {
  const since = useStore(savingPausedStore, null);
  return (
    <div aria-live="polite" className={since ? 'saving-paused' : undefined}>
      {since && <p>{FIRST_MESSAGES.savingPaused}</p>}
    </div>
  );
}
