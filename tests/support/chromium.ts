import { describe, type TestOptions } from 'vitest';
import { program } from './programs.ts';

/** Path of a Chromium (the machine's, else installed where that may be done), or null: then browser suites are skipped. */
export const chromiumPath = (): Promise<string | null> =>
  program(['/usr/bin/chromium', 'chromium', 'chromium-browser', 'google-chrome'], 'chromium');

/** A suite that needs a browser: runs, or is shown as skipped with the reason where there is no Chromium. */
export async function describeInBrowser(title: string, options: TestOptions, suite: () => void): Promise<void> {
  if (await chromiumPath()) describe(title, options, suite);
  // A machine on which none may be installed still runs all other tests.
  else describe.skip(`skipped: no Chromium on this machine: ${title}`, suite);
}

/** What a headless Chromium needs in a container. */
export const chromiumArguments: readonly string[] = ['--no-sandbox', '--disable-dev-shm-usage'];
