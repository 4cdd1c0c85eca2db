import { Navigate, Route, Routes } from 'react-router-dom';
import { AGENT_ROUTES, NOT_FOUND, type Route as Page, PUBLIC_ROUTES } from './routes.ts';
import { Arrival } from './shell/Arrival.tsx';
import { Guard } from './shell/Guard.tsx';
import { Layout } from './shell/Layout.tsx';

/** The routes of the portal. The shell stays mounted while its pages change. */
export function App() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {PUBLIC_ROUTES.map(toRoute)}
        <Route element={<Guard to="agent" />}>
          <Route path="/agent" element={<Navigate to="/agent/home" replace />} />
          {AGENT_ROUTES.map(toRoute)}
        </Route>
        {toRoute(NOT_FOUND)}
      </Route>
    </Routes>
  );
}

function toRoute({ path, title, page: Page }: Page) {
  return (
    <Route
      key={path}
      path={path}
      element={
        <>
          <Page />
          <Arrival title={title} />
        </>
      }
    />
  );
}
