import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import type { AdminPage } from './pages/admin-page.ts';

/** Longer than any motion of a page. */
const SETTLE_MS = 250;

/** What was wrong on a page: errors of script, and what axe found. */
export interface Looked {
  readonly page: Page;
  readonly complaints: string[];
}

/** Collects what goes wrong by script on a page, under the name that it has at that moment. */
function listened(page: Page, name: () => string): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${name()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of [45]\d\d/.test(message.text()))
      complaints.push(`${name()}: ${message.text().slice(0, 300)}`);
  });
  return complaints;
}

/** Leads a loaded page to the state that is asked for, and waits until it is still. */
async function settle(page: Page, wanted: AdminPage): Promise<void> {
  await page.locator('h1').first().waitFor();
  await wanted.reach?.(page);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(SETTLE_MS);
}

/** Opens a page of the dashboard in the state that is asked for, settled. */
export async function open(context: BrowserContext, url: string, wanted: AdminPage): Promise<Looked> {
  const page = await context.newPage();
  const complaints = listened(page, () => wanted.name);
  await page.goto(`${url}/admin${wanted.path}`);
  await settle(page, wanted);
  return { page, complaints };
}

/** What an address without a page shows; between two pages it tells that the first one is gone. */
const nowhere = (page: Page) => page.getByRole('heading', { level: 1, name: 'Page not found' });

/** As the browser's own buttons do: the address changes and the app follows, without being loaded anew. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/admin${path}`);

/** Goes through pages in one window that loads the app once, and looks at each when it is still. */
export async function walk(
  context: BrowserContext,
  url: string,
  pages: readonly AdminPage[],
  look: (page: Page, wanted: AdminPage) => Promise<string[]>,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const page = await context.newPage();
  let name = '';
  const complaints = listened(page, () => name);
  await page.goto(`${url}/admin/nowhere`);
  await nowhere(page).waitFor();
  await prepare(page);
  for (const wanted of pages) {
    name = wanted.name;
    await nowhere(page).waitFor();
    await follow(page, wanted.path);
    if (wanted.path !== '/nowhere') await nowhere(page).waitFor({ state: 'detached' });
    await settle(page, wanted);
    complaints.push(...(await look(page, wanted)));
    await follow(page, '/nowhere');
  }
  await page.close();
  return complaints;
}

/** All that another colour scheme changes on a page: which of axe's rules look at colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe has against a page; with `coloursOnly` against its colours. */
export async function axe(page: Page, name: string, { coloursOnly = false } = {}): Promise<string[]> {
  // Legacy mode looks at one frame in its own page, which is all we have, and opens no second page for each look.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (coloursOnly ? builder.withRules(COLOUR_RULES) : builder.withTags(TAGS)).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${name}: axe ${id}: ${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 200)} (${failureSummary?.split('\n')[1]?.trim()})`)
        .join(' | ')}`,
  );
}

/** How many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How many charts of a page nobody can see: none was drawn, or it has no height. */
export const unseenCharts = (page: Page): Promise<number> =>
  page
    .locator('.recharts-responsive-container')
    .evaluateAll((all) => all.filter((one) => (one.querySelector('svg')?.clientHeight ?? 0) < 40).length);
