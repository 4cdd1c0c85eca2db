import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PortalFixture } from '../fixture.ts';
import { newAgent } from '../people.ts';
import { button, visit, waitUntil } from '../visit.ts';

/** Slowdown factor of the simulated phone. */
const SLOWER = 4;
const EMAIL = 'colleague@agency.example';

/** Opens a prerendered page with delayed scripts; returns a function that releases them and waits for hydration. */
async function openUnscripted(page: Page, where: string, alive = button(page, 'Logout')): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(?!boot-).*\.js$/, (route) => held.then(() => route.continue()));
  await page.goto(where, { waitUntil: 'commit' });
  return async () => {
    release();
    await alive.waitFor();
  };
}

/** Pages that load their parts separately. */
const IN_PARTS = [
  'incentives',
  'payouts',
  'tax',
  'bookings',
  'challenges',
  'refer-agent',
  'profile/sessions',
  'profile/privacy',
];

/** How far the content of the open page moved without input, as the browser scores it: good up to 0.1. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer
      .takeRecords()
      .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
  });

export function arrivalFlows(fixture: () => PortalFixture): void {
  test('no page moves its content while its parts load', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/agent/home', { agent }, async (page) => {
      for (const path of IN_PARTS) {
        await page.goto(`/agent/${path}`);
        await page.locator('main h1').waitFor();
        await page.waitForLoadState('networkidle');
        await waitUntil(() => page.locator('.skeleton, .balance-empty').count(), 0);
        expect(await layoutShift(page), path).toBeLessThan(0.1);
      }
    });
  });

  test('keeps text typed during hydration although the session fills in an address', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/privacy', { agent, size: 'desktop' }, async (page) => {
      const email = page.getByLabel('Email', { exact: true });
      const comesAlive = await openUnscripted(page, '/contact-us');
      await page.getByLabel('Query details').fill('Is anybody there?');
      await page.getByLabel('Type of query').selectOption('other');
      await email.focus();
      await comesAlive();
      await page.keyboard.type(EMAIL);
      await waitUntil(() => button(page, 'Send').isEnabled(), true);
      expect(await email.inputValue()).toBe(EMAIL);
      expect(await page.getByLabel('Query details').inputValue()).toBe('Is anybody there?');
    });
  });

  test('keeps an address typed before hydration and fills in an empty one', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/privacy', { agent, size: 'desktop' }, async (page) => {
      const email = page.getByLabel('Email', { exact: true });
      const comesAlive = await openUnscripted(page, '/contact-us');
      await email.fill('colleague@');
      await comesAlive();
      await email.press('End');
      await page.keyboard.type('agency.example');
      await waitUntil(() => email.inputValue(), EMAIL);
      // Otherwise the next page restores it as a draft.
      await email.fill('');
      const again = await openUnscripted(page, '/contact-us');
      await page.getByLabel('Query details').focus();
      await again();
      await waitUntil(() => email.inputValue(), agent.form.emailAddress);
    });
  });

  test('the page of an unknown address keeps its content while its code loads', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/privacy', { agent, size: 'desktop' }, async (page) => {
      const comesAlive = await openUnscripted(page, '/no-such-page');
      const heading = await page.getByRole('heading', { name: 'This page does not exist' }).elementHandle();
      await comesAlive();
      expect(await heading?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    });
  });

  test('counts a press of LOGIN although hydration moves the button', async () => {
    await visit(fixture(), '/privacy', { size: 'desktop' }, async (page) => {
      const comesAlive = await openUnscripted(page, '/', page.getByText('We send it as set in your profile.'));
      await page.getByLabel('ID number or email').fill(EMAIL);
      await page.locator('#login-password').fill('Not-Right-1!');
      const place = await button(page, 'LOGIN').boundingBox();
      if (!place) throw new Error('LOGIN is not to be seen');
      await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
      await page.mouse.down();
      await comesAlive();
      expect(await button(page, 'LOGIN').boundingBox(), 'what is adopted moves nothing').toEqual(place);
      await page.evaluate(() => document.querySelector('main')?.style.setProperty('padding-top', '90px'));
      const [asked] = await Promise.all([page.waitForRequest('**/auth/login'), page.mouse.up()]);
      expect(asked.postDataJSON()).toMatchObject({ emailAddress: EMAIL, password: 'Not-Right-1!' });
    });
  });
}
