import { QueryClient } from '@tanstack/react-query';
import { Admin, CustomRoutes, localStorageStore, Notification, Resource } from 'react-admin';
import { Navigate, Route } from 'react-router-dom';
import { authProvider } from './api/auth-provider.ts';
import { dataProvider } from './api/data-provider.ts';
import { i18nProvider } from './i18n/i18n.ts';
import { areas, routes } from './registry.ts';
import { AppLayout } from './shell/AppLayout.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { themeOf } from './theme/theme.ts';

// A form must not lose its ground while it is open: nothing is fetched again by itself.
const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false } },
});
const store = localStorageStore('1', 'fynbos');
const light = themeOf('light');
const dark = themeOf('dark');

/** Alerts clear after 5 seconds (specification, section 9). */
const Alerts = () => <Notification autoHideDuration={5_000} />;

/** The dashboard: one `Resource` or route for each line of the registry, mounted at `/admin`. */
export function App() {
  return (
    <Admin
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
      {areas.map((area) => (
        <Resource key={area.path} name={area.path} />
      ))}
      <CustomRoutes>
        <Route path="/" element={<Navigate replace to="/home" />} />
        {routes.map(({ path, page: Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </CustomRoutes>
    </Admin>
  );
}
