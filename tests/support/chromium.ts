import { program } from './programs.ts';

/** Path of a Chromium (the machine's, else installed where that may be done), or null: then browser suites are skipped. */
export const chromiumPath = (): Promise<string | null> =>
  program(['/usr/bin/chromium', 'chromium', 'chromium-browser', 'google-chrome'], 'chromium');

/** What a headless Chromium needs in a container. */
export const chromiumArguments: readonly string[] = ['--no-sandbox', '--disable-dev-shm-usage'];
