import { CssBaseline } from '@mui/material';
import { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import {
  AdminContext,
  CanAccess,
  CoreAdminUI,
  CustomRoutes,
  localStorageStore,
  Notification,
  Resource,
} from 'react-admin';
import { Navigate, Route } from 'react-router-dom';
import { authProviderFor } from './api/auth-provider.ts';
import { dataProvider } from './api/data-provider.ts';
import { Waiting } from './components/states.tsx';
import { i18nProvider } from './i18n/i18n.ts';
import { areas, permissionFor } from './registry.ts';
import { AppLayout } from './shell/AppLayout.tsx';
import { NoAccess, NotFound } from './shell/ErrorPages.tsx';
import { themeOf } from './theme/theme.ts';

const PageLoading = () => <Waiting rows={8} />;

// Disables automatic refetching: an open form keeps the data that it was opened with.
const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false } },
});
const store = localStorageStore('1', 'fynbos');
const authProvider = authProviderFor(permissionFor);
const light = themeOf('light');
const dark = themeOf('dark');

/** Shows a page only to those who have its permission. */
function Guarded({ resource, page: Page }: { resource: string; page: ComponentType }) {
  return (
    <CanAccess accessDenied={<NoAccess />} action="list" resource={resource}>
      <Page />
    </CanAccess>
  );
}

/**
 * One `Resource` per registry entry, at `/admin`. Not react-admin's `Admin`, because that loads its own sign-in page: a
 * fifth of the scripts of the first load.
 */
export function App() {
  return (
    <AdminContext
      authProvider={authProvider}
      darkTheme={dark}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      lightTheme={light}
      queryClient={queryClient}
      store={store}
    >
      <CssBaseline enableColorScheme>
        <CoreAdminUI
          accessDenied={NoAccess}
          catchAll={NotFound}
          disableTelemetry
          layout={AppLayout}
          loading={PageLoading}
          loginPage={false}
          requireAuth
          title="Fynbos Rewards"
        >
          {areas.map(({ path, page, recordRepresentation, subpages }) => (
            <Resource
              key={path}
              list={<Guarded page={page} resource={path} />}
              name={path}
              recordRepresentation={recordRepresentation}
            >
              {Object.entries(subpages).map(([subpath, Page]) => (
                <Route element={<Guarded page={Page} resource={path} />} key={subpath} path={subpath} />
              ))}
            </Resource>
          ))}
          <CustomRoutes>
            <Route path="/" element={<Navigate replace to="/home" />} />
          </CustomRoutes>
        </CoreAdminUI>
        {/* Alerts clear after 5 seconds (specification, section 9). */}
        <Notification autoHideDuration={5_000} />
      </CssBaseline>
    </AdminContext>
  );
}
