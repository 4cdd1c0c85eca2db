import { Navigate, useLocation } from 'react-router-dom';
import { AGENT_ROUTES, routeOf } from './routes.ts';
import { Guard } from './shell/Guard.tsx';
import { Layout } from './shell/Layout.tsx';
import { RouteEffects } from './shell/RouteEffects.tsx';

/** The page of the address in the frame, which stays mounted while its pages change. */
export function App() {
  const { pathname } = useLocation();
  const route = routeOf(pathname);
  const { title, page: Page } = route;
  let page = (
    <>
      <Page />
      <RouteEffects title={title} />
    </>
  );
  if (/^\/agent\/*$/i.test(pathname)) page = <Navigate to="/agent/home" replace />;
  else if (!AGENT_ROUTES.includes(route)) return <Layout>{page}</Layout>;
  return (
    <Layout>
      <Guard>{page}</Guard>
    </Layout>
  );
}
