import { expect, test } from 'vitest';
import { codeFor } from '../../inbox.ts';
import type { PortalFixture } from '../fixture.ts';
import { newAgent, passHalfAMinute } from '../people.ts';
import { signIn } from '../sign-in.ts';
import { at, button, expectAccessible, seen, visit, waitUntil } from '../visit.ts';

export function sessionFlows(fixture: () => PortalFixture): void {
  test('lists both sessions of a person with their origin and ends the other one', async () => {
    const { url } = fixture();
    const { form, token } = await newAgent(fixture());
    const status = async (bearer: string) =>
      (await fetch(`${url}/api/auth/sessions`, { headers: { authorization: `Bearer ${bearer}` } })).status;
    await passHalfAMinute(fixture());
    await visit(fixture(), '/', {}, async (page) => {
      const { emailAddress: email, password, cellNumber } = form;
      await signIn(page, { url, email, password, cellNumber: `+${cellNumber}` });
      await page.goto('/agent/profile/sessions');
      const entries = page.locator('main .entries > li');
      await waitUntil(() => entries.count(), 2);
      const other = entries.filter({ hasNotText: '(this device)' });
      await other.getByText(/^From \S+\*\. Signed in/).waitFor();
      await expectAccessible(page, 'two sessions');
      expect(await status(token)).toBe(200);
      await other.getByRole('button', { name: /^Sign out/ }).click();
      await waitUntil(() => entries.count(), 1);
      expect(await entries.getByRole('heading').innerText()).toContain('(this device)');
      expect(await button(page, /^Sign out/).count()).toBe(0);
      expect(await status(token)).toBe(401);
      await page.reload();
      await waitUntil(() => entries.count(), 1);
    });
  });

  test('signs in with the password only on a device that the agent had remembered, until it is forgotten', async () => {
    const { url } = fixture();
    const { form } = await newAgent(fixture());
    await passHalfAMinute(fixture());
    await visit(fixture(), '/', {}, async (page) => {
      const { emailAddress: email, password, cellNumber } = form;
      const logIn = async () => {
        await page.goto('/');
        await page.getByLabel('ID number or email').fill(email);
        await page.locator('#login-password').fill(password);
        await button(page, 'LOGIN').click();
      };
      const since = Date.now() - 1_000;
      await logIn();
      await page.locator('#otp').waitFor();
      await expectAccessible(page, 'remember this device');
      await page.getByLabel('Remember this device for 30 days').check();
      await page.locator('#otp').fill(await codeFor(url, [email, `+${cellNumber}`], since, 'to sign in'));
      await button(page, 'Verify').click();
      await at(page, '/agent/incentives');
      await page.evaluate(() => localStorage.clear());
      await logIn();
      await at(page, '/agent/incentives');
      await page.goto('/agent/profile/sessions');
      await seen(page, /\(this device\)$/);
      await expectAccessible(page, 'a remembered device');
      await button(page, /^Forget/).click();
      await seen(page, 'No remembered devices.');
    });
  });
}
