import { expect, test } from 'vitest';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { type BrowserHarness, button, staff } from '../browser-harness.ts';
import { STAFF } from '../fixture.ts';
import { signInAdmin } from '../sign-in.ts';

/** A change of every kind that the dashboard knows. */
const CHANGES: readonly (readonly [method: string, path: string])[] = [
  ['PUT', 'travel-agents/7'],
  ['PUT', 'travel-agents/7/bank'],
  ['POST', 'travel-agents/7/suspend'],
  ['POST', 'travel-agents/7/numbers'],
  ['POST', 'add-agent'],
  ['POST', 'promotions'],
  ['PUT', 'promotions/x'],
  ['POST', 'promotions/x/changes'],
  ['PUT', 'deactivate-promotion/x'],
  ['PUT', 'contact-support/1'],
  ['POST', 'contact-support/1/answers'],
  ['POST', 'enquiry-templates'],
  ['POST', 'admins'],
  ['PUT', 'admins/1'],
  ['POST', 'integrators'],
  ['POST', 'import'],
  ['POST', 'operations/replays'],
  ['POST', 'operations/parked/resume'],
];

/** Sign-in, refused visitors, and an auditor who can change nothing by page or call. */
export function signingInFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  test('an administrator signs in on the landing page without a code and is greeted by name', async () => {
    const page = await (await harness.browser.newContext()).newPage();
    await signInAdmin(page, harness.fixture.url, ADMIN.email, ADMIN.password);
    await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor();
    await page.getByRole('heading', { name: 'Admin Functionalities' }).waitFor();
  });

  test('a link that was opened before the sign-in leads to its page afterwards', async () => {
    const page = await (await harness.browser.newContext()).newPage();
    await goTo(page, '/promotions?filter=%7B%7D');
    await page.waitForURL(`${harness.fixture.url}/`);
    await page.getByLabel('ID number or email').fill(ADMIN.email);
    await page.locator('#login-password').fill(ADMIN.password);
    await button(page, 'LOGIN').click();
    await page.waitForURL('**/admin/promotions**');
    await page.getByRole('heading', { name: 'Campaign Management', level: 1 }).waitFor();
  });

  test('sends visitors to the portal', async () => {
    const page = await (await harness.browser.newContext()).newPage();
    await goTo(page, '/travel-agents');
    await page.waitForURL(`${harness.fixture.url}/`);
  });

  test('a dashboard that does not load says so after a while, and works after a reload', async () => {
    const page = await as(staff(STAFF.auditor));
    await page.route('**/admin/assets/index-*.js', (route) => route.abort());
    await goTo(page, '/promotions');
    await page.getByText('The dashboard is loading.').waitFor();
    const again = page.getByRole('link', { name: 'Reload' });
    expect(await again.isVisible()).toBe(false);
    // Shortens the wait of fifteen seconds.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await again.waitFor();
    await page.unroute('**/admin/assets/index-*.js');
    await again.click();
    await page.getByRole('heading', { level: 1, name: 'Campaign Management' }).waitFor();
  });

  test('an auditor can change nothing by page or call', async () => {
    const page = await as(staff(STAFF.auditor));
    await goTo(page, '/travel-agents/edit/7');
    await page.locator('h1').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    // The server also refuses what the pages do not offer.
    const refused = await page.evaluate(async (calls) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('token')}`,
        'Content-Type': 'application/json',
        'If-Match': '1',
      };
      const statuses = calls.map(async ([method, path]) => {
        const { status } = await fetch(`/api/admin/${path}`, { method, headers, body: '{}' });
        return `${method} ${path} ${status}`;
      });
      return Promise.all(statuses);
    }, CHANGES);
    expect(refused).toEqual(CHANGES.map(([method, path]) => `${method} ${path} 403`));
  });
}
