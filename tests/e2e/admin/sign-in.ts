import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SIZES } from '../browser.ts';

/** Signs an administrator in on the landing page without a code; ends on the dashboard. */
export async function signInAdmin(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByLabel('ID number or email').fill(email);
  await page.locator('#login-password').fill(password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await page.waitForURL('**/admin/home');
}

/** Opens a session without the page: the token and the storage keys of the specification. */
export async function withSession(
  context: BrowserContext,
  url: string,
  email: string,
  password: string,
): Promise<void> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: email, password }),
  });
  if (!answer.ok) throw new Error(`sign-in was answered ${answer.status}`);
  const { token, adminId, name } = (await answer.json()) as { token: string; adminId: number; name: string };
  const keys = { token, adminId: String(adminId), adminEmail: email, adminName: name };
  await context.addInitScript((kept: Record<string, string>) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, keys);
}

/** Opens a separate window in which this person is signed in. */
export async function openAs(
  browser: Browser,
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
  viewport: { readonly width: number; readonly height: number } = SIZES.desktop,
): Promise<Page> {
  const context = await browser.newContext({ viewport });
  await withSession(context, url, email, password);
  return context.newPage();
}
