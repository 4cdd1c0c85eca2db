import { useMediaQuery } from '@mui/material';
import { Suspense, useEffect } from 'react';
import { Layout, type LayoutProps, Loading, useTheme } from 'react-admin';
import { PermissionsOfPages } from '../record/use-may-open.ts';
import { permissionFor } from '../registry.ts';
import { AppFooter } from './AppFooter.tsx';
import { AppMenu } from './AppMenu.tsx';
import { AsOfProvider } from './as-of.tsx';
import { RebuildingBanner } from './RebuildingBanner.tsx';
import { SavingPaused } from './SavingPaused.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { TopBar } from './TopBar.tsx';
import { useKeys } from './use-keys.ts';

/** Keeps tokens.css in the mode that the react-admin theme is in. */
function useTokenMode(): void {
  const system = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const [chosen] = useTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = chosen ?? system;
  }, [chosen, system]);
}

/** The frame of all pages: bar, menu, and, over a past moment, the banner that says so. */
export function AppLayout({ children }: LayoutProps) {
  useTokenMode();
  useKeys();
  return (
    <Layout appBar={TopBar} menu={AppMenu}>
      <SessionWatch />
      <SavingPaused />
      <RebuildingBanner />
      <AsOfProvider>
        <PermissionsOfPages value={permissionFor}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </PermissionsOfPages>
      </AsOfProvider>
      <AppFooter />
    </Layout>
  );
}
