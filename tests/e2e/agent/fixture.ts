import type { Browser } from 'playwright-core';
import { type Portal, withPortal } from '../../environment/portal.ts';
import { installedDatabase } from '../../support/database.ts';
import { launch } from '../browser.ts';
import { builtWebApps } from '../web-pages.ts';

/** The active promotion; its rate is a fifth of the revenue. */
export const PROMO_CODE = 'KAROO20';

/** The processes on a database of their own, a browser and an active promotion. */
export interface PortalFixture {
  readonly portal: Portal;
  readonly url: string;
  readonly browser: Browser;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** Builds outdated web apps and starts everything that the flows need, with additional settings. */
export async function openFixture(settings: Readonly<Record<string, string>> = {}): Promise<PortalFixture> {
  await builtWebApps();
  const database = await installedDatabase();
  const { portal, stop } = await startPortal(database.url, settings);
  const browser = await launch();
  await portal.call('POST', 'admin/add-promotion', {
    promoCode: PROMO_CODE,
    description: 'A fifth of what the rental earns.',
    promoRate: 0.2,
    startDate: '2020-01-01',
    endDate: '2099-12-31',
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await stop();
    await database.drop();
  };
  return { portal, url: portal.url, browser, databaseUrl: database.url, close };
}

/** `withPortal` for a suite: it runs until `stop`. */
function startPortal(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ portal: Portal; stop(): Promise<void> }> {
  return new Promise((started, failed) => {
    const ended: Promise<void> = withPortal(
      databaseUrl,
      ['api', 'reactors', 'workers'],
      (portal) =>
        new Promise<void>((finish) => {
          const stop = (): Promise<void> => {
            finish();
            return ended;
          };
          started({ portal, stop });
        }),
      settings,
    );
    ended.catch(failed);
  });
}
