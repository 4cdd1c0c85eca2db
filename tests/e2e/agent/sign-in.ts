import type { Page } from 'playwright-core';
import { codeFor } from '../inbox.ts';

export interface Credentials {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** Cell number for codes by SMS, `+27…`. */
  readonly cellNumber: string;
}

/** Signs an agent in through the page: password, then the code from the dev inbox; ends on the incentives. */
export async function signIn(page: Page, { url, email, password, cellNumber }: Credentials): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByLabel('ID number or email').fill(email);
  await page.locator('#login-password').fill(password);
  const since = Date.now();
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await enterCode(page, url, [cellNumber, email], 'to sign in', since);
  await page.waitForURL('**/agent/incentives');
}

/** Enters the code that was sent to one of these addresses since then. `purpose`: words of the message. */
export async function enterCode(
  page: Page,
  url: string,
  to: readonly string[],
  purpose: string,
  since = 0,
): Promise<void> {
  await page.locator('#otp').waitFor();
  await page.locator('#otp').fill(await codeFor(url, to, since, purpose));
  await page.getByRole('button', { name: 'Verify' }).click();
}
