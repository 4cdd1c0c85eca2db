import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN } from '../../../environment/portal.ts';
import { signInAdmin } from '../../admin/sign-in.ts';
import { messageTo } from '../../inbox.ts';
import type { PortalFixture } from '../fixture.ts';
import { type Agent, newAgent, passHalfAMinute } from '../people.ts';
import { enterCode } from '../sign-in.ts';
import { at, button, expectAccessible, type Size, seen, visit, waitUntil } from '../visit.ts';

const PAGE = '/agent/profile/passkeys';

/** Gives the browser a device with a screen lock, which confirms every request. Returns the number of its passkeys. */
async function addAuthenticator(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
}

/** Enters the code that was sent for a change of passkeys. */
const confirm = (page: Page, url: string, { form }: Agent, since: number): Promise<void> =>
  enterCode(page, url, [form.emailAddress, `+${form.cellNumber}`], 'to change your passkeys', since);

export function passkeyFlows(fixture: () => PortalFixture): void {
  test.each<Size>(['phone', 'desktop'])('adds a passkey, signs in with it and removes it, on a %s', async (size) => {
    const { url } = fixture();
    const agent = await newAgent(fixture());
    // Browsers allow passkeys on a name, not on an address, and the portal's own name is localhost.
    const options = { baseURL: url.replace('127.0.0.1', 'localhost') };
    const here = { ...fixture(), url: options.baseURL };
    await visit(here, PAGE, { size, agent, options }, async (page) => {
      const passkeys = await addAuthenticator(page);
      await seen(page, 'You have no passkey yet');
      await expectAccessible(page, 'no passkey');
      await button(page, 'Add a passkey').click();
      await page.getByLabel('Name').fill('My own phone');
      let since = Date.now() - 1_000;
      await button(page, 'Continue').click();
      await confirm(page, url, agent, since);
      await seen(page, 'My own phone');
      expect(await passkeys()).toBe(1);
      await expectAccessible(page, 'one passkey');
      await messageTo(url, [agent.form.emailAddress], ({ subject }) => subject.startsWith('A passkey was added'));

      await page.evaluate(() => localStorage.clear());
      await page.goto('/');
      await button(page, 'Sign in with a passkey').click();
      await at(page, '/agent/incentives');
      // Where a passkey was used before, the browser offers it in the input; this device accepts every offer.
      await page.evaluate(() => localStorage.removeItem('token'));
      await page.goto('/');
      await at(page, '/agent/incentives');
      await page.goto(PAGE);
      await seen(page, /^Added .*Last used/);

      await passHalfAMinute(fixture());
      await button(page, /^Remove/).click();
      since = Date.now() - 1_000;
      await page.locator('dialog').getByRole('button', { name: 'Remove' }).click();
      await confirm(page, url, agent, since);
      await seen(page, 'You have no passkey yet');
      await page.evaluate(() => localStorage.clear());
      await page.goto('/');
      await button(page, 'Sign in with a passkey').click();
      await seen(page, 'This passkey was not accepted');
      await expectAccessible(page, 'refused passkey');
      await waitUntil(async () => new URL(page.url()).pathname, '/');
    });
  });

  test('an administrator adds, renames and removes a passkey, and signs in to the dashboard with it', async () => {
    const url = fixture().url.replace('127.0.0.1', 'localhost');
    const page = await (await fixture().browser.newContext()).newPage();
    await signInAdmin(page, url, ADMIN.emailAddress, ADMIN.password);
    const passkeys = await addAuthenticator(page);
    const dialog = page.getByRole('dialog');
    const confirmWith = async (password: string) => {
      await dialog.locator('[name="password"]').fill(password);
      await page.keyboard.press('Enter');
    };
    await page.goto(`${url}/admin/account`);
    await seen(page, 'You have no passkey yet.');
    await button(page, 'Add a passkey').click();
    await dialog.getByLabel('Name').fill('Office laptop');
    await confirmWith('Wrong1!x');
    await seen(page, 'The password is incorrect.');
    expect(await passkeys()).toBe(0);
    await confirmWith(ADMIN.password);
    await page.getByRole('rowheader', { name: 'Office laptop' }).waitFor();
    expect(await passkeys()).toBe(1);

    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto(url);
    await at(page, '/admin/home');
    await page.goto(`${url}/admin/account`);
    await button(page, 'Rename passkey Office laptop').click();
    await dialog.getByLabel('Name').fill('Home laptop');
    await confirmWith(ADMIN.password);
    await button(page, 'Remove passkey Home laptop').click();
    await confirmWith(ADMIN.password);
    await seen(page, 'You have no passkey yet.');
    await page.context().close();
  });
}
