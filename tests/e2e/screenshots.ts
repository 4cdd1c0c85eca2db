import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { axe, overflow } from './admin/visual-check.ts';
import { signIn } from './agent/sign-in.ts';
import { type PageState, STATES } from './agent/states.ts';
import { launch, SIZES } from './browser.ts';

/**
 * Every page and main state of the portal on a phone and a desktop, light and dark, with axe and horizontal scrolling
 * at 320 px. Needs `RATE_LIMIT_SCALE=100`: `tsx tests/e2e/screenshots.ts [only]` with `URL`, `AGENT_EMAIL`,
 * `AGENT_PASSWORD`, `AGENT_CELL` and `OUT`; `only`: a prefix of names.
 */
const env = (name: string, fallback: string): string => process.env[name] ?? fallback;
const agent = {
  url: env('URL', 'http://127.0.0.1:8080'),
  email: env('AGENT_EMAIL', ''),
  password: env('AGENT_PASSWORD', ''),
  cellNumber: env('AGENT_CELL', ''),
};
const out = env('OUT', path.join(tmpdir(), 'fynbos-screenshots'));
const only = process.argv[2] ?? '';
const states = STATES.filter(({ name }) => name.startsWith(only));
/** Longer than any animation of the page. */
const SETTLE_MS = 300;
let problems = 0;

const browser = await launch();
await mkdir(out, { recursive: true });
const first = await browser.newContext();
if (states.some(({ signedIn }) => signedIn)) await signIn(await first.newPage(), agent);
const session = await first.storageState();
await first.close();

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const signedIn of [false, true]) {
      const context = await browser.newContext({ viewport, colorScheme, storageState: signedIn ? session : undefined });
      for (const state of states.filter((candidate) => Boolean(candidate.signedIn) === signedIn)) {
        await capture(context, state, `${state.name}-${size}-${colorScheme}`);
      }
      await context.close();
    }
  }
}
for (const signedIn of [false, true]) {
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    storageState: signedIn ? session : undefined,
  });
  for (const state of states.filter((candidate) => Boolean(candidate.signedIn) === signedIn))
    await checkWidth(context, state);
  await context.close();
}
await browser.close();
console.log(problems === 0 ? `no problems; pictures in ${out}` : `${problems} problems; pictures in ${out}`);
process.exitCode = problems === 0 ? 0 : 1;

async function open(context: BrowserContext, state: PageState): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => report(`${state.name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      report(`${state.name}: ${message.text()}`);
  });
  await page.goto(`${agent.url}${state.path}`);
  await page.locator('main h1').waitFor();
  await state.reach?.(page).catch((error: Error) => report(`${state.name}: not reached: ${error.message}`));
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(SETTLE_MS);
  return page;
}

async function capture(context: BrowserContext, state: PageState, name: string): Promise<void> {
  const page = await open(context, state);
  for (const finding of await axe(page, name)) report(finding);
  const dialog = await page.locator('dialog[open]').count();
  await page.screenshot({ path: path.join(out, `${name}.png`), fullPage: dialog === 0 });
  await page.close();
}

/** Checks the width at 320 px and with doubled text size. */
async function checkWidth(context: BrowserContext, state: PageState): Promise<void> {
  const page = await open(context, state);
  for (const text of [100, 200]) {
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, text);
    const over = await overflow(page);
    if (over > 0) report(`${state.name}: ${over} px too wide at 320 px with ${text} % text`);
  }
  await page.close();
}

function report(text: string): void {
  problems++;
  console.log(text);
}
