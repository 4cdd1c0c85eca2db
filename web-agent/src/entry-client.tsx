import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { routeOf } from './routes.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/shell.css';

const root = document.getElementById('root');
const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
);

/** A prerendered page is taken over once its code is here; any other starts in the empty shell. */
async function start(element: HTMLElement): Promise<void> {
  const path = window.location.pathname;
  if (element.dataset.page !== path.replace(/(.)\/$/, '$1')) {
    element.replaceChildren();
    createRoot(element).render(app);
    return;
  }
  await routeOf(path).page.preload();
  hydrateRoot(element, app);
}

if (root) void start(root);
