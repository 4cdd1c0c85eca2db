import { type ComponentType, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '@fynbos/web-agent/src/styles/tokens.css';
import './theme/fonts.css';
import './shell/shell.css';
import { loadPage } from './shell/load-page.ts';

// The link of an audit pack leads to a page without the dashboard, for readers without an account.
const isPack = window.location.pathname === '/admin/pack';
const Page = lazy(() =>
  loadPage<{ default: ComponentType }>(() =>
    isPack ? import('./audit-packs/OpenedPackApp.tsx') : import('./App.tsx').then(({ App }) => ({ default: App })),
  ),
);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter basename="/admin">
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </BrowserRouter>,
  );
}
