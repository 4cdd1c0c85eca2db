import { savingPausedStore } from '@fynbos/web-agent/src/api/saving-paused.ts';
import { useStore } from '@fynbos/web-agent/src/state/store.ts';
import { LinearProgress, useMediaQuery } from '@mui/material';
import { Suspense, useEffect, useState } from 'react';
import { Layout, type LayoutProps, useLoading, useRefresh, useTheme } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { lazily } from '../api/load-page.ts';
import { useRebuilding } from '../api/rebuilding.ts';
import { waitingCalls } from '../api/session.ts';
import { PermissionsOfPages } from '../api/use-may.ts';
import { AsOfProvider } from '../as-of/as-of.tsx';
import { Waiting } from '../components/states.tsx';
import { HelpText, Note } from '../components/texts.tsx';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { instant } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import { permissionFor } from '../registry.ts';
import { AppMenu } from './AppMenu.tsx';
import { ErrorFallback } from './ErrorPages.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { TopBar } from './TopBar.tsx';
import './AppLayout.css';

/** Calls shorter than this show no bar, so that quick responses do not flicker. In milliseconds. */
const LOADING_BAR_DELAY_MS = 150;

/** A thin bar at the top of the window while calls to the server are pending. */
function LoadingBar() {
  const translate = useTranslation();
  const isLoading = useLoading();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), LOADING_BAR_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isShown ? (
    <LinearProgress
      aria-label={translate('Loading')}
      sx={{ position: 'fixed', inset: '0 0 auto', zIndex: 'tooltip', height: 3 }}
    />
  ) : null;
}

/** Banner above every page while changes cannot be saved. It stays mounted, so that screen readers announce it. */
function SavingPaused() {
  const since = useStore(savingPausedStore, null);
  return (
    <div role="status">
      {since && (
        <Note isFilled severity="warning" values={{ time: instant(since) }}>
          {'Changes cannot be saved right now. Figures are shown as of %{time}. We are trying again.'}
        </Note>
      )}
    </div>
  );
}

const SessionEndedDialog = lazily(() => import('./SessionEndedDialog.tsx'));

/** Shows the sign-in dialog after the server has ended the session. */
const SessionEnded = () => useStore(waitingCalls, []).length > 0 && <SessionEndedDialog />;

/** Shows the progress of a rebuild of figures and reloads the page until they are available. */
export function RebuildingBanner() {
  const rebuilding = useRebuilding();
  const refresh = useRefresh();
  useEffect(() => {
    if (rebuilding === null) return;
    const timer = setTimeout(refresh, rebuilding.retryAfter * 1000);
    return () => clearTimeout(timer);
  }, [rebuilding, refresh]);
  return rebuilding === null ? null : (
    <p role="status" className="status attention">
      {rebuilding.message}
    </p>
  );
}

/** Keeps tokens.css in the same mode as the react-admin theme. */
function useTokenMode(): void {
  const system = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const [chosen] = useTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = chosen ?? system;
  }, [chosen, system]);
}

/** Layout of all pages: bar, menu and, for a past moment, a banner. */
export function AppLayout({ children }: LayoutProps) {
  useTokenMode();
  // Each area has its own boundary: with a shared one, the router would keep the old page until the new one is loaded.
  const area = useLocation().pathname.split('/')[1];
  return (
    <Layout appBar={TopBar} error={ErrorFallback} menu={AppMenu}>
      <LoadingBar />
      <SessionWatch />
      <LeaveGuard />
      <SessionEnded />
      <SavingPaused />
      <RebuildingBanner />
      <AsOfProvider>
        <PermissionsOfPages value={permissionFor}>
          <Suspense fallback={<Waiting rows={8} />} key={area}>
            {children}
          </Suspense>
        </PermissionsOfPages>
      </AsOfProvider>
      <AppFooter />
    </Layout>
  );
}

/** Portal pages that the specification links from every footer. They open in a new tab. */
const LINKS = [
  { href: '/contact-us', label: 'Contact Us' },
  { href: '/terms-and-conditions', label: 'Terms and Conditions' },
  { href: '/privacy', label: 'Privacy and Policy' },
  { href: '/popi-section-18.pdf', label: 'POPI Section 18 notification (PDF)' },
] as const;

function AppFooter() {
  return (
    <footer className="app-footer">
      <div>
        <ul>
          {LINKS.map(({ href, label }) => (
            <li key={href}>
              <a className="text-link" href={href} rel="noreferrer" target="_blank">
                <T>{label}</T>
                <span className="sr-only">
                  {' '}
                  <T>opens in a new tab</T>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <HelpText>Dates and times are in South African time (SAST).</HelpText>
      </div>
    </footer>
  );
}
