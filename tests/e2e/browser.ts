import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, chromiumPath } from '../support/chromium.ts';

/** Starts a headless Chromium; throws if none is installed. */
export async function launch(): Promise<Browser> {
  const executablePath = await chromiumPath();
  if (!executablePath) throw new Error('no Chromium on this machine');
  return chromium.launch({ executablePath, args: [...chromiumArguments] });
}

/** A small phone and a desktop. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;
