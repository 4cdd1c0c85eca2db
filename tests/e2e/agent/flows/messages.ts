import { expect, test } from 'vitest';
import { messageShown } from '../../shown-messages.ts';
import type { PortalFixture } from '../fixture.ts';
import { newAgent } from '../people.ts';
import { button, expectAccessible, seen, visit } from '../visit.ts';

export function messageFlows(fixture: () => PortalFixture): void {
  test.each([
    ['/update', 'No user ID found in local storage.', 'Invalid user ID found in local storage.'],
    ['/updateBankingDetails', 'User ID is missing. Please log in first.', 'Invalid user ID found in local storage.'],
    [
      '/referTravelAgent',
      'Referred Agent ID is missing. Please log in first.',
      'Referred Agent ID is missing. Please log in first.',
    ],
  ])('%s tells a visitor to sign in, with a link', async (where, missing, invalid) => {
    await visit(fixture(), where, {}, async (page) => {
      await seen(page, missing);
      await expectAccessible(page, `${where} of a visitor`);
      await page.evaluate(() => localStorage.setItem('UserId', 'seven'));
      await page.reload();
      await seen(page, invalid);
      await page.getByRole('link', { name: 'Go to Login' }).click();
      await button(page, 'LOGIN').waitFor();
    });
  });

  test.each([
    ['/update', 'localStorage is not available in this environment.'],
    ['/updateBankingDetails', 'localStorage is not available.'],
  ])('%s reports when the browser stores nothing', async (where, message) => {
    await visit(fixture(), '/', {}, async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      });
      await page.goto(where);
      await seen(page, message);
    });
  });

  test('referral status requires an id, and says when there are no referrals', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/trackStatus', {}, async (page) => {
      await button(page, 'Fetch Referral Status').click();
      await seen(page, 'Referring Agent ID is required and must be a positive number.');
    });
    await visit(fixture(), '/trackStatus', { agent }, async (page) => {
      await button(page, 'Fetch Referral Status').click();
      await seen(page, 'No referrals found for the given agent.');
      await expectAccessible(page, 'no referrals');
    });
  });

  test('the pages report failed calls and recover when they work again', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/', { agent, size: 'desktop' }, async (page) => {
      await page.route('**/api/**', (route) => route.abort());
      for (const [where, message] of [
        ['/update', 'Failed to fetch agency details.'],
        ['/updateBankingDetails', 'Failed to fetch banking details.'],
        ['/agent/profile', 'Failed to fetch personal details.'],
        ['/agent/incentives', 'Your balance could not be loaded. Your rewards are safe.'],
      ] as const) {
        await page.goto(where);
        await seen(page, message);
        await expectAccessible(page, `${where} without the server`);
      }
      await page.goto('/contact-us');
      await page.getByLabel('Email', { exact: true }).fill('visitor@agency.example');
      await page.getByLabel('Type of query').selectOption('other');
      await page.getByLabel('Query details').fill('Is anybody there?');
      await button(page, 'Send').click();
      await seen(page, 'Something went wrong!');
      await page.unroute('**/api/**');
      await page.goto('/agent/profile');
      await seen(page, 'Profile Management');
    });
    await visit(fixture(), '/', {}, async (page) => {
      await page.route('**/api/**', (route) => route.abort());
      await button(page, 'Forgot Password?').click();
      await page.locator('#forgot-emailAddress').fill('visitor@agency.example');
      await button(page, 'Send Reset Password').click();
      await messageShown(page, 'Forgot Password Email Send FAILED. Please try again.');
    });
  });

  test('a page whose script does not load says so, and works after a reload', async () => {
    await visit(fixture(), '/contact-us', {}, async (page) => {
      await page.route('**/assets/index-*.js', (route) => route.abort());
      await page.reload();
      await seen(page, 'This page could not be loaded completely.');
      await expectAccessible(page, 'a page without its application');
      await page.unroute('**/assets/index-*.js');
      await page.getByRole('link', { name: 'Reload the page' }).click();
      await page.getByLabel('Type of query').selectOption('other');
      expect(await page.locator('#not-loaded').count()).toBe(0);
    });
  });

  test('reports an unknown agent id', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/update', { agent }, async (page) => {
      await page.route('**/travel-agency/personalDetails/**', (route) =>
        route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"status":404}' }),
      );
      await page.reload();
      await seen(page, 'No data found for the specified user ID.');
    });
  });

  test('the public pages are complete in light and dark and at 320 px', async () => {
    await visit(fixture(), '/', {}, async (page) => {
      await button(page, 'Learn more').click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page, 'Learn more');
      for (const where of ['/frequently-asked', '/privacy', '/terms-and-conditions']) {
        await page.goto(where);
        await page.locator('main h1').waitFor();
        await expectAccessible(page, where);
      }
      // An unknown address redirects a visitor to the start page.
      await page.goto('/no-such-page');
      await page.waitForURL(({ pathname }) => pathname === '/');
    });
  });
}
