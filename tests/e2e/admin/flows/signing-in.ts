import { expect, test } from 'vitest';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { type Hand, LONG_MS, staff } from '../hand.ts';
import { signInAdmin } from '../sign-in.ts';
import { STAFF } from '../world.ts';

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

/** Who comes in, who does not, and that an auditor changes nothing by page or by call. */
export function signingInFlows(hand: Hand): void {
  const { as, goTo } = hand;
  test(
    'an administrator signs in on the landing card without a code and is greeted by name',
    async () => {
      const page = await (await hand.browser.newContext()).newPage();
      await signInAdmin(page, hand.world.url, ADMIN.email, ADMIN.password);
      await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor();
      await page.getByRole('heading', { name: 'Admin Functionalities' }).waitFor();
      await page.context().close();
    },
    LONG_MS,
  );

  test(
    'who is not signed in is sent to the portal',
    async () => {
      const page = await (await hand.browser.newContext()).newPage();
      await goTo(page, '/travel-agents');
      await page.waitForURL(`${hand.world.url}/`);
      await page.context().close();
    },
    LONG_MS,
  );

  test(
    'a dashboard that does not come says so after a while, and is whole when it is loaded again',
    async () => {
      const page = await as(staff(STAFF.auditor));
      await page.route('**/admin/assets/index-*.js', (route) => route.abort());
      await goTo(page, '/promotions');
      await page.getByText('The dashboard is loading.').waitFor();
      const again = page.getByRole('link', { name: 'Load it again' });
      expect(await again.isVisible()).toBe(false);
      // Nobody waits for fifteen seconds here.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      await again.waitFor();
      await page.unroute('**/admin/assets/index-*.js');
      await again.click();
      await page.getByRole('heading', { level: 1, name: 'Campaign Management' }).waitFor();
      await page.context().close();
    },
    LONG_MS,
  );

  test(
    'an auditor sees all of it and finds nothing to change',
    async () => {
      const page = await as(staff(STAFF.auditor));
      const changing =
        /Edit|Create|Change|Suspend|Deactivate|Resolve|Escalate|Approve|Add|Replay|Show full|Plan|Take|Send|Keep|Remove|Withdraw|Record/;
      for (const path of [
        '/travel-agents',
        '/travel-agents/7',
        '/promotions',
        '/contact-support',
        '/contact-support/1',
        '/contact-support/templates',
        '/rewards',
        '/audit-log',
        '/events',
        '/approvals',
        '/admins',
      ]) {
        await goTo(page, path);
        await page.locator('h1').first().waitFor();
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        const names = await page.locator('main').getByRole('button').allInnerTexts();
        expect(
          names.filter((name) => changing.test(name)),
          path,
        ).toEqual([]);
      }
      expect(await page.getByRole('link', { name: 'Integrators' }).count()).toBe(0);
      await goTo(page, '/travel-agents/edit/7');
      await page.locator('h1').first().waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      // What the pages do not offer the server refuses, whoever makes the call.
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
      await page.context().close();
    },
    LONG_MS,
  );
}
