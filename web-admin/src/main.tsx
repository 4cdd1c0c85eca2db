import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import '@fynbos/web-agent/src/styles/tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import { App } from './App.tsx';
import { getMe } from './api/auth-provider.ts';
import { lazily } from './api/load-page.ts';
import { signedIn } from './api/session.ts';
import { preloadPage } from './registry.ts';

// The link of an audit pack leads to a page without the dashboard, for readers without an account.
const isPack = window.location.pathname === '/admin/pack';
const Page = isPack ? lazily(() => import('./audit-packs/OpenedPackPage.tsx')) : App;

// The page and the permissions load while React starts, instead of after it.
if (!isPack && signedIn() === 'admin') {
  preloadPage(window.location.pathname.replace(/^\/admin\/?/, '/').replace(/^\/$/, '/home'));
  getMe().catch(() => undefined);
}

const root = document.getElementById('root');
if (root) {
  const router = createBrowserRouter([{ path: '*', element: <Page /> }], { basename: '/admin' });
  // Not in transitions: a press right after a navigation would still see, and write back, the address before it.
  createRoot(root).render(<RouterProvider router={router} useTransitions={false} />);
}
