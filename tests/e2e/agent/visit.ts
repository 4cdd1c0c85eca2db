import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { axe, overflow } from '../admin/visual-check.ts';
import { PATIENCE_MS, SIZES } from '../browser.ts';
import { keepMessages } from '../shown-messages.ts';
import type { PortalFixture } from './fixture.ts';
import type { Agent } from './people.ts';

export type Size = keyof typeof SIZES;

interface Visit {
  readonly size?: Size;
  /** The signed-in agent; a visitor without it. */
  readonly agent?: Agent;
  readonly options?: BrowserContextOptions;
}

const NARROW = { width: 320, height: 640 };

/** In a new browser. Throws for failed or logging scripts, except for refused calls and changes of the network. */
export async function visit(
  { browser, url }: PortalFixture,
  where: string,
  { size = 'phone', agent, options }: Visit,
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  // Each new browser would store every file of the portal again, and wait for its worker on a busy machine.
  const context = await browser.newContext({
    viewport: SIZES[size],
    baseURL: url,
    serviceWorkers: 'block',
    ...options,
  });
  try {
    await context.addInitScript(keepMessages);
    if (agent) await context.addInitScript(storeSessionOnce, agent.storage);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (
        message.type() === 'error' &&
        !/status of [45]\d\d|ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/.test(message.text())
      )
        problems.push(message.text());
    });
    await page.goto(where);
    await page.locator('main h1').waitFor();
    await steps(page);
    expect(problems.join('\n')).toBe('');
  } finally {
    await context.close();
  }
}

/** Stores the session when the browser opens, but not again after a logout. */
function storeSessionOnce(storage: Readonly<Record<string, string>>): void {
  if (sessionStorage.getItem('session-stored')) return;
  sessionStorage.setItem('session-stored', 'yes');
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
}

/** Expects no axe findings in light and dark and no horizontal scrolling at 320 px; restores the page. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const before = page.viewportSize() ?? SIZES.phone;
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  // The bars at the edges of the window cover half a button at some positions of scrolling, which is no finding.
  await placeBars(page, 'static');
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axe(page, `${state}, ${colorScheme}`, { coloursOnly: colorScheme === 'dark' })));
  }
  await page.setViewportSize(NARROW);
  const over = await overflow(page);
  if (over > 0) found.push(`${state}: ${over} px too wide at 320 px`);
  await page.setViewportSize(before);
  await placeBars(page, '');
  expect(found.join('\n')).toBe('');
}

const placeBars = (page: Page, position: string): Promise<void> =>
  page.locator('.top, .bottom-bar').evaluateAll((bars, to) => {
    for (const bar of bars) (bar as HTMLElement).style.position = to;
  }, position);

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** The title of a section that expands. */
export const section = (page: Page, title: string) => page.locator('summary', { hasText: title });

/** The first visible occurrence of a text. */
export const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Polls until the value is as expected; fails with the last value after a minute. */
export const waitUntil = <Value>(read: () => Promise<Value>, expected: Value): Promise<void> =>
  vi.waitFor(async () => expect(await read()).toBe(expected), PATIENCE_MS);

/** The path that the browser shows. */
export const at = (page: Page, path: string) => waitUntil(async () => new URL(page.url()).pathname, path);
