import { useMediaQuery } from '@mui/material';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Layout, type LayoutProps, useTheme } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { AsOfProvider } from '../past/as-of.tsx';
import { Waiting } from '../record/states.tsx';
import { Remark } from '../record/texts.tsx';
import { PermissionsOfPages } from '../record/use-may-open.ts';
import { permissionFor } from '../registry.ts';
import { AppMenu } from './AppMenu.tsx';
import { ErrorFallback } from './ErrorPages.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { loadPage } from './load-page.ts';
import { RebuildingBanner } from './RebuildingBanner.tsx';
import { SavingPaused } from './SavingPaused.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { TopBar } from './TopBar.tsx';
import { useKeys } from './use-keys.ts';

const ShortcutsDialog = lazy(() => loadPage(() => import('./ShortcutsDialog.tsx')));

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
  const [isHelping, setHelping] = useState(false);
  useKeys(useCallback(() => setHelping(true), []));
  // Each area has its own boundary: with a shared one, the router would keep the old page until the new one is loaded.
  const area = useLocation().pathname.split('/')[1];
  return (
    <Layout appBar={TopBar} error={ErrorFallback} menu={AppMenu}>
      <LoadingBar />
      <SessionWatch />
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
      {isHelping && (
        <Suspense fallback={null}>
          <ShortcutsDialog onClose={() => setHelping(false)} />
        </Suspense>
      )}
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
        <Remark>Dates and times are in South African time (SAST).</Remark>
      </div>
    </footer>
  );
}
