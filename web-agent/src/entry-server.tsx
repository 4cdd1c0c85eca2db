import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { Logo } from './components/Logo.tsx';
import { DESCRIPTIONS } from './descriptions.ts';
import { NOT_FOUND, PUBLIC_ROUTES, type Route } from './routes.ts';
import { titleOf } from './shell/Arrival.tsx';

export interface Prerendered {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

/** Renders the header as initial content of a path without a prerendered page, until its script runs. */
export const shell = (): string =>
  renderToString(
    <header className="top">
      <div className="top-inner">
        <span className="home">
          <Logo />
        </span>
      </div>
    </header>,
  );

/** Renders every page that is the same for all visitors to HTML. Runs at build time only. */
export async function prerender(): Promise<Prerendered[]> {
  const pages: Prerendered[] = [];
  for (const route of PUBLIC_ROUTES.filter((candidate) => candidate.prerender))
    pages.push(await rendered(route, route.path));
  pages.push(await rendered(NOT_FOUND, '/404'));
  return pages;
}

async function rendered({ title, page }: Route, path: string): Promise<Prerendered> {
  await page.preload();
  const html = renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  );
  return { path, title: titleOf(title), description: DESCRIPTIONS[path] ?? '', html };
}
