import type { EventStore } from '@fynbos/event-store/port.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { startRebuildWorker } from '@fynbos/projections/engine/rebuild/rebuild-jobs.ts';
import { projections } from '@fynbos/projections/registry.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launch, SIZES } from '../browser.ts';
import { keepMessages } from '../shown-messages.ts';
import { type DashboardFixture, openFixture, PASSWORD } from './fixture.ts';
import { openAs } from './sign-in.ts';

/** A portal and a browser, shared by all flows of the dashboard. */
export interface BrowserHarness {
  readonly fixture: DashboardFixture;
  readonly browser: Browser;
  /** Opens a separate window, of a desktop by default, in which this person is signed in. */
  as(who: { readonly email: string; readonly password: string }, size?: keyof typeof SIZES): Promise<Page>;
  /** Opens a page of the dashboard; `path` is below `/admin`. */
  goTo(page: Page, path: string): Promise<unknown>;
  /** After their first read of the log, so that their progress is visible. Returns their release. */
  holdRebuilds(): () => void;
}

/** Portal, browser and rebuild worker for the tests of a file. Windows are closed after each test. */
export function openBrowserHarness(): BrowserHarness {
  let fixture: DashboardFixture;
  let browser: Browser;
  let rebuilds: { close(): Promise<void> };
  let held: Promise<void> | null = null;
  beforeAll(async () => {
    fixture = await openFixture();
    const { pool, store, services } = fixture.running;
    const readAll: EventStore['readAll'] = async (options) => {
      if (options.hints?.lazily && options.from) await held;
      return store.readAll(options);
    };
    const slow: EventStore = Object.create(store, { readAll: { value: readAll } });
    const parts = { db: pool, store: slow, decoder: decoderOf(services.log) };
    rebuilds = startRebuildWorker(parts, services.queues, projections, services.logger);
    browser = await launch();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await rebuilds?.close();
    await fixture?.close();
  });
  return {
    get fixture() {
      return fixture;
    },
    get browser() {
      return browser;
    },
    async as(who, size = 'desktop') {
      const page = await openAs(browser, fixture.url, who, SIZES[size]);
      await page.addInitScript(keepMessages);
      return page;
    },
    goTo: (page, path) => page.goto(`${fixture.url}/admin${path}`),
    holdRebuilds() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}

/** A staff member with the shared test password. */
export const staff = (email: string) => ({ email, password: PASSWORD });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
