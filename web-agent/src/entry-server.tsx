import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { Logo } from './components/Logo.tsx';
import { AGENT_ROUTES, NOT_FOUND, PUBLIC_ROUTES, type Route } from './routes.ts';
import { titleOf } from './shell/RouteEffects.tsx';

/** A page that the build writes. */
export interface BuiltPage extends Pick<Route, 'path' | 'title'> {
  /** The page's file, relative to the app's folder. */
  readonly source: string;
  readonly description: string | undefined;
  /** Null for a page that its script renders. */
  readonly html: string | null;
}

const LANDING_DESCRIPTION =
  'Real cash for travel agents: a reward for every completed car rental that you book with a promotion code.';

/** Description of each public page, for search engines and link previews. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/': LANDING_DESCRIPTION,
  '/navbar': LANDING_DESCRIPTION,
  '/registration': 'Register as a travel agent and earn cash rewards on car rentals that you book.',
  '/reset-password': 'Choose a new password for your Fynbos Rewards account.',
  '/contact-us': 'Ask Fynbos Rewards a question and get a reference number at once.',
  '/frequently-asked': 'Which rentals earn a reward, how much it is, and when it is paid.',
  '/privacy': 'What Fynbos Rewards knows about you, what it is used for, and your rights.',
  '/terms-and-conditions': 'The terms of the Fynbos Rewards programme for travel agents.',
};

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

/** Those that are the same for all visitors are rendered to HTML. Runs at build time only. */
export function builtPages(): Promise<BuiltPage[]> {
  const routes = [...PUBLIC_ROUTES, ...AGENT_ROUTES, { ...NOT_FOUND, path: '/404', prerender: true }];
  return Promise.all(routes.filter(({ path }) => !path.includes(':')).map(built));
}

async function built({ path, file, title, page, prerender }: Route): Promise<BuiltPage> {
  const about = { path, source: `src/pages/${file}.tsx`, title: titleOf(title), description: DESCRIPTIONS[path] };
  if (!prerender) return { ...about, html: null };
  await page.preload();
  const html = renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  );
  return { ...about, html };
}
