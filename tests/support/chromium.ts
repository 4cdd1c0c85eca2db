import { describe, type TestOptions } from 'vitest';
import { program } from './programs.ts';

/** The headless shell first: it draws no window, which saves a fifth of the processor time of the browser suites. */
const NAMES = ['chromium-headless-shell', '/usr/bin/chromium', 'chromium', 'chromium-browser', 'google-chrome'];

/** Path of Chromium (installed if allowed), or null: then browser suites are skipped. */
export const chromiumPath = async (): Promise<string | null> =>
  (await program(NAMES, 'chromium-headless-shell')) ?? (await program(NAMES, 'chromium'));

/** Path of a whole Chromium, which the headless shell is not: the shell shows no notifications. */
export const wholeChromiumPath = (): Promise<string | null> => program(NAMES.slice(1), 'chromium');

/** A suite that needs a browser; skipped with the reason without Chromium. */
export async function describeInBrowser(title: string, suite: () => void, options: TestOptions = {}): Promise<void> {
  if (await chromiumPath()) describe(title, options, suite);
  // All other tests still run.
  else describe.skip(`skipped: no Chromium on this machine: ${title}`, suite);
}

/**
 * Each saves processor time. V8 does not optimise hot functions, because a page is closed before that pays: 13 to 27
 * percent. Transitions do not run: 14 percent. There is no graphics card to ask: 6 percent.
 */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--js-flags=--no-opt --no-maglev',
  '--force-prefers-reduced-motion',
  '--disable-gpu',
];
