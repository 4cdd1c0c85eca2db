import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { catalogue } from './i18n/language.ts';
import { NOT_FOUND, routeOf } from './routes.ts';
import '@fontsource-variable/figtree/index.css';
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

/**
 * A prerendered page hydrates once its code has loaded; any other renders into the empty shell, and so does every page
 * in another language. If the code fails to load, the frame shows the error, where a painted form would not respond.
 */
async function start(element: HTMLElement): Promise<void> {
  const path = window.location.pathname;
  const page = routeOf(path) === NOT_FOUND ? '/404' : path.replace(/(.)\/$/, '$1');
  const prerendered = !catalogue && element.dataset.page === page;
  if (prerendered && (await preloaded(path))) {
    hydrateRoot(element, app);
    return;
  }
  element.replaceChildren();
  delete element.dataset.page;
  createRoot(element).render(app);
}

const preloaded = (path: string): Promise<boolean> =>
  routeOf(path)
    .page.preload()
    .then(
      () => true,
      () => false,
    );

if (root) void start(root);
