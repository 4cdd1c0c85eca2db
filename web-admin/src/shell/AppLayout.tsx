import { useMediaQuery } from '@mui/material';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Layout, type LayoutProps, useTheme } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { Waiting } from '../record/states.tsx';
import { PermissionsOfPages } from '../record/use-may-open.ts';
import { permissionFor } from '../registry.ts';
import { AppFooter } from './AppFooter.tsx';
import { AppMenu } from './AppMenu.tsx';
import { AsOfProvider } from './as-of.tsx';
import { ErrorFallback } from './ErrorFallback.tsx';
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
