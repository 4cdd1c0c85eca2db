import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PortalFixture } from '../fixture.ts';
import { newAgent } from '../people.ts';
import { at, button, expectAccessible, type Size, seen, visit, waitUntil } from '../visit.ts';

const PERSONAL_KEYS = ['token', 'idNumber', 'userDetails', 'travelAgent', 'adminEmail', 'adminId'];
const SIZES: readonly Size[] = ['phone', 'desktop'];
const keptKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage));

export function guardFlows(fixture: () => PortalFixture): void {
  test('leads every page of the agent’s area to the landing page without a token', async () => {
    await visit(fixture(), '/', {}, async (page) => {
      for (const area of ['/agent', '/agent/incentives', '/agent/profile', '/agent/profile/sessions']) {
        await page.goto(area);
        await at(page, '/');
      }
      await page.goto('/admin/travel-agents');
      await at(page, '/');
    });
  });

  test('refuses agents at the dashboard and administrators in the agent’s area', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/', { agent }, async (page) => {
      await page.goto('/admin');
      await at(page, '/unauthorized');
      await expectAccessible(page, 'unauthorized');
    });
    await visit(fixture(), '/', {}, async (page) => {
      await page.evaluate((token) => localStorage.setItem('token', token), fixture().portal.token);
      await page.goto('/agent/incentives');
      await at(page, '/unauthorized');
    });
  });

  test.each(SIZES)('on a %s, logging out clears the browser and ends the token', async (size) => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/agent/incentives', { agent, size }, async (page) => {
      if (size === 'phone') await button(page, 'Menu').click();
      // The page does not wait for the response and is closed before it arrives.
      await Promise.all([page.waitForResponse('**/api/auth/logout'), button(page, 'Logout').click()]);
      await at(page, '/');
      expect(await keptKeys(page)).not.toEqual(expect.arrayContaining([expect.stringMatching(leftBehind)]));
    });
    const answer = await fetch(`${fixture().url}/api/agent/overview`, {
      headers: { authorization: `Bearer ${agent.token}` },
    });
    expect(answer.status).toBe(401);
  });

  test('warns two minutes before an idle hour ends; a key press extends the session, otherwise it ends', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/agent/home', { agent }, async (page) => {
      // The installed clock shows 1970 for a moment, and a watch that begins then ends the session.
      await idleWatchBegins(page);
      await page.clock.install();
      // In the new page: the watch of the old one may store its own time once more.
      await page.addInitScript(() => localStorage.removeItem('lastActivity'));
      await page.reload();
      await idleWatchBegins(page);
      const warning = page.getByRole('alertdialog', { name: 'Still there?' });
      await page.clock.fastForward('57:00');
      expect(await warning.count()).toBe(0);
      await page.clock.fastForward('01:02');
      await warning.waitFor();
      await expectAccessible(page, 'session warning');
      await page.keyboard.press('Shift');
      await warning.waitFor({ state: 'detached' });
      await page.clock.fastForward('58:05');
      await warning.waitFor();
      await page.clock.fastForward('02:00');
      await at(page, '/');
      await seen(page, 'You were signed out after 60 minutes of inactivity.');
      expect(await keptKeys(page)).not.toEqual(expect.arrayContaining([expect.stringMatching(leftBehind)]));
    });
  });
}

/** The session watch loads after the page. */
const idleWatchBegins = (page: Page): Promise<void> =>
  waitUntil(() => page.evaluate(() => localStorage.getItem('lastActivity') !== null), true);

const leftBehind = new RegExp(`^(?:${PERSONAL_KEYS.join('|')})$`);
