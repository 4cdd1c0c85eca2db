import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, chromiumPath, wholeChromiumPath } from '../support/chromium.ts';

/** How long a page, a message or a value may take on a busy machine. */
export const PATIENCE_MS = 60_000;

/** Starts a headless Chromium; throws if none is installed. */
export async function launch(): Promise<Browser> {
  return start(await chromiumPath());
}

/** Starts a whole Chromium without a window, for what the headless shell lacks; throws if none is installed. */
export async function launchWhole(): Promise<Browser> {
  return start(await wholeChromiumPath(), '--headless=new');
}

async function start(executablePath: string | null, ...more: readonly string[]): Promise<Browser> {
  if (!executablePath) throw new Error('no Chromium on this machine');
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments, ...more] });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

/** A small phone and a desktop. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;
