import { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Admin, CanAccess, CustomRoutes, localStorageStore, Notification, Resource } from 'react-admin';
import { Navigate, Route } from 'react-router-dom';
import { authProviderFor } from './api/auth-provider.ts';
import { dataProvider } from './api/data-provider.ts';
import { i18nProvider } from './i18n/i18n.ts';
import { areas, permissionFor } from './registry.ts';
import { AppLayout } from './shell/AppLayout.tsx';
import { NoAccess } from './shell/NoAccess.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { themeOf } from './theme/theme.ts';

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

/** Alerts clear after 5 seconds (specification, section 9). */
const Alerts = () => <Notification autoHideDuration={5_000} />;

/** The dashboard. Mounts one `Resource` per registry entry at `/admin`. */
export function App() {
  return (
    <Admin
      accessDenied={NoAccess}
      authProvider={authProvider}
      catchAll={NotFound}
      darkTheme={dark}
      dataProvider={dataProvider}
      disableTelemetry
      i18nProvider={i18nProvider}
      layout={AppLayout}
      lightTheme={light}
      notification={Alerts}
      queryClient={queryClient}
      requireAuth
      store={store}
      title="Fynbos Rewards"
    >
      {areas.map(({ path, page, record, recordRepresentation, more = {} }) => (
        // Registers the record page as `edit`, at `/{resource}/{id}`, because it both shows the record and opens its
        // forms.
        <Resource
          key={path}
          list={<Guarded page={page} resource={path} />}
          name={path}
          {...(record ? { edit: <Guarded page={record} resource={path} /> } : {})}
          {...(recordRepresentation ? { recordRepresentation } : {})}
        >
          {Object.entries(more).map(([below, Page]) => (
            <Route element={<Guarded page={Page} resource={path} />} key={below} path={below} />
          ))}
        </Resource>
      ))}
      <CustomRoutes>
        <Route path="/" element={<Navigate replace to="/home" />} />
      </CustomRoutes>
    </Admin>
  );
}
