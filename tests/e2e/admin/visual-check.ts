import axeCore, { type AxeResults, type RunOptions } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import type { AdminPage } from './pages/admin-page.ts';

/** Time in which a page that shows its first data starts to load the rest. */
const SETTLE_MS = 250;

/** An opened page with its script errors and axe findings. */
export interface OpenedPage {
  readonly page: Page;
  readonly problems: string[];
}

/** Collects script errors of a page, with the page's current name. */
function collectProblems(page: Page, name: () => string): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${name()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of [45]\d\d/.test(message.text()))
      problems.push(`${name()}: ${message.text().slice(0, 300)}`);
  });
  return problems;
}

/** Brings a loaded page into the requested state and waits until animations end. */
async function settle(page: Page, wanted: AdminPage): Promise<void> {
  await page.locator('h1').first().waitFor();
  await wanted.reach?.(page);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(SETTLE_MS);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Opens a page of the dashboard in the requested state. */
export async function open(context: BrowserContext, url: string, wanted: AdminPage): Promise<OpenedPage> {
  const page = await context.newPage();
  const problems = collectProblems(page, () => wanted.name);
  await page.goto(`${url}/admin${wanted.path}`);
  await settle(page, wanted);
  return { page, problems };
}

/** The page of an unknown address; visited between two pages, so that the first one is unmounted. */
const nowhere = (page: Page) => page.getByRole('heading', { level: 1, name: 'Page not found' });

/** Navigates like the browser's buttons, without a reload. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/admin${path}`);

/** Visits pages in one window that loads the app once, and checks each. */
export async function walk(
  context: BrowserContext,
  url: string,
  pages: readonly AdminPage[],
  check: (page: Page, wanted: AdminPage) => Promise<string[]>,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const page = await context.newPage();
  let name = '';
  const problems = collectProblems(page, () => name);
  await page.goto(`${url}/admin/nowhere`);
  await nowhere(page).waitFor();
  await prepare(page);
  for (const wanted of pages) {
    name = wanted.name;
    await nowhere(page).waitFor();
    await follow(page, wanted.path);
    if (wanted.path !== '/nowhere') await nowhere(page).waitFor({ state: 'detached' });
    await settle(page, wanted);
    problems.push(...(await check(page, wanted)));
    await follow(page, '/nowhere');
  }
  await page.close();
  return problems;
}

/** Finite ones: in the middle of a transition, colours have less contrast. */
const animationsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const running = document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      if (running.length === 0) return;
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });

/** The axe rules that depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * When animations have ended; `coloursOnly`: about colours. The script stays in a page that navigates without a reload.
 */
export async function axe(page: Page, name: string, { coloursOnly = false } = {}): Promise<string[]> {
  const runOnly: RunOptions['runOnly'] = coloursOnly
    ? { type: 'rule', values: COLOUR_RULES }
    : { type: 'tag', values: TAGS };
  await animationsEnd(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(
    async (options) => {
      const { axe: checker } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
      return (await checker.run(options)).violations;
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${name}: axe ${id}: ${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 200)} (${failureSummary?.split('\n')[1]?.trim()})`)
        .join(' | ')}`,
  );
}

/** Number of pixels by which a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** After a minute: the number of charts that are not drawn or have no height. */
export async function unseenCharts(page: Page): Promise<number> {
  const unseen = () =>
    page
      .locator('.recharts-responsive-container')
      .evaluateAll((all) => all.filter((one) => (one.querySelector('svg')?.clientHeight ?? 0) < 40).length);
  for (const end = Date.now() + 60_000; (await unseen()) > 0 && Date.now() < end; ) await page.waitForTimeout(50);
  return unseen();
}
