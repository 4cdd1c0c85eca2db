import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useSession } from '../session/use-session.ts';
import { AlertBanner } from './AlertBanner.tsx';
import { Footer } from './Footer.tsx';
import { Navbar } from './Navbar.tsx';
import { Skeleton } from './Skeleton.tsx';

const SessionWatch = lazy(() => import('../session/SessionWatch.tsx'));

/** What is on every page: navigation, messages, content, footer. */
export function Layout() {
  const session = useSession();
  return (
    <>
      <Navbar />
      <AlertBanner />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<Skeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      {session && (
        <Suspense>
          <SessionWatch />
        </Suspense>
      )}
    </>
  );
}
