import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN, ADMIN2 } from '../../../../services/api/testing/running-app.ts';
import { SIZES } from '../../browser.ts';
import { messageShown } from '../../shown-messages.ts';
import { type BrowserHarness, button } from '../browser-harness.ts';

/** Types into the command palette and opens the first match with this text. */
async function choose(page: Page, typed: string, option: RegExp): Promise<void> {
  await button(page, 'Search everything').click();
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await palette.getByRole('combobox').fill(typed);
  await palette.getByRole('option', { name: option }).first().click();
  await palette.waitFor({ state: 'detached' });
}

/** What administrators do most, on a phone and on a desktop. */
export function everywhereFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  describe.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('on a %s', (size) => {
    test('the palette opens a tab of a record, an action on it, a past day, two days and a search of the audit log', async () => {
      const page = await as(ADMIN, size);
      await goTo(page, '/home');
      await page.getByRole('heading', { name: 'Needs your attention' }).waitFor();
      await choose(page, 'GREEN08 history', /^GREEN08/);
      await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
      await button(page, 'Download proof').waitFor();
      await choose(page, 'plan GREEN08', /^GREEN08.*Plan a change/);
      const dialog = page.getByRole('dialog', { name: 'Plan a change of GREEN08' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await choose(page, 'yesterday', /^As of /);
      await page.getByText(/^Viewing /).waitFor();
      await button(page, 'Back to now').first().click();
      await choose(page, '1 January 2026 to 2 January 2026', /^Compare 1 Jan 2026 with 2 Jan 2026/);
      await page.waitForURL(/compare\?from=2026-01-01&to=2026-01-02/);
      await choose(page, 'promotions by Admin', /^Search the audit log/);
      await page.waitForURL(/aggregate=promotion/);
      await page.locator('.feed-line').first().waitFor();
    });

    test('an amount is explained in place', async () => {
      const page = await as(ADMIN, size);
      await goTo(page, '/travel-agents/7?tab=Rewards');
      await button(page, /^Explain /)
        .first()
        .click();
      const drawer = page.getByRole('dialog', { name: /^Reservation / });
      await drawer.getByRole('heading', { name: 'Facts' }).waitFor();
      await drawer.getByRole('button', { name: 'Close' }).click();
      await drawer.waitFor({ state: 'detached' });
    });

    test('a change is undone by a new change, after a preview, and is in the timeline with its reason', async () => {
      const page = await as(ADMIN, size);
      await goTo(page, '/travel-agents/7?tab=History');
      const undo = button(page, 'Undo…');
      await undo.first().click();
      const dialog = page.getByRole('dialog', { name: 'Undo this change' });
      await dialog.getByRole('table', { name: 'Values that are restored' }).waitFor();
      await dialog.getByLabel(/^Reason/).fill(`Typing error, seen on a ${size}`);
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await messageShown(page, /Undone|updated/);
      await page.getByRole('tab', { name: 'Timeline' }).click();
      await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
      await page
        .locator('.feed-line')
        .filter({ hasText: `Typing error, seen on a ${size}` })
        .waitFor();
    });

    test('an open record names the other administrator who views it, and a list offers what is new', async () => {
      const other = await as(ADMIN2, size);
      await goTo(other, '/travel-agents/8');
      await other.getByRole('tab', { name: 'Timeline' }).waitFor();
      const page = await as(ADMIN, size);
      await goTo(page, '/travel-agents/8');
      await page.getByText(/Admin 2.* also viewing this record/).waitFor();
      await other.context().close();
      await page.clock.install();
      await goTo(page, '/contact-support');
      await page.locator('.enquiry-card').first().waitFor();
      const sent = { email: `${size}@example.com`, typeOfQuery: 'other', queryDetails: `Written on a ${size}.` };
      await harness.fixture.call('POST', '/ContactUsSupport/contact-us', sent);
      const news = button(page, /^Show \d+ new$/);
      const shown = async () => {
        await page.clock.fastForward('00:20');
        return news.isVisible();
      };
      await expect.poll(shown, { interval: 1_000 }).toBe(true);
      await news.click();
      await page.getByText(`Written on a ${size}.`).waitFor();
    });
  });
}
