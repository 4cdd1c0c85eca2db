import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { hasFocus, tabTo } from '../../keyboard.ts';
import { messageShown } from '../../shown-messages.ts';
import { type BrowserHarness, button } from '../browser-harness.ts';

/** More entries than any menu of these flows has. */
const MOST_ENTRIES = 60;

/** Waits until the control has the focus by itself. */
async function focused(page: Page, what: Locator): Promise<void> {
  await what.waitFor();
  const element = await what.elementHandle();
  await page.waitForFunction((wanted) => wanted === document.activeElement, element);
}

/** The most frequent tasks with the keyboard only. */
export function keyboardFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  test('finds, opens, changes and saves an agent by keyboard without losing the focus', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/travel-agents');
    const links = page.locator('.table tbody .first a');
    await links.first().waitFor();
    for (const [key, row] of [
      ['j', 0],
      ['j', 1],
      ['k', 0],
    ] as const) {
      await page.keyboard.press(key);
      await focused(page, links.nth(row));
    }
    await page.keyboard.press('/');
    await page.keyboard.type('Agency 11 Travel');
    const row = page.getByRole('row', { name: /Agency 11 Travel/ }).first();
    await row.waitFor();
    await tabTo(page, row.getByRole('link').first());
    await page.keyboard.press('Enter');
    await tabTo(page, button(page, 'Edit'));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Edit Travel Agent/ });
    await focused(page, dialog.locator('input:not([aria-hidden="true"]), [role="combobox"]').first());
    await tabTo(page, dialog.getByLabel('Postal Code'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('8005');
    await page.keyboard.press('ControlOrMeta+s');
    await messageShown(page, 'Travel agency updated successfully!');
    await dialog.waitFor({ state: 'detached' });
  });

  test('a dialog takes the focus, moves it to the invalid field, and returns it when closed', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/holds');
    await tabTo(page, button(page, 'Hold payments'));
    await page.keyboard.press('Enter');
    const agent = page.getByRole('dialog').getByLabel('Travel agent');
    await focused(page, agent);
    await tabTo(page, page.getByRole('dialog').getByLabel('Reason'));
    await page.keyboard.type('Asked by the agency');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('dialog').getByText('Choose a travel agent.').waitFor();
    await focused(page, agent);
    await page.keyboard.type('Agency 11 Travel');
    await page
      .getByRole('option', { name: /Agency 11 Travel/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    // Escape asks for confirmation first: the form contains unsaved input.
    await page.keyboard.press('Escape');
    await tabTo(page, button(page, 'Discard changes'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page, button(page, 'Hold payments'));
  });

  test('closes the search by Escape, with the focus back on its button', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/holds');
    const search = button(page, 'Search everything');
    await tabTo(page, search);
    await page.keyboard.press('Enter');
    const palette = page.getByRole('dialog', { name: 'Search everything' });
    await focused(page, palette.getByRole('combobox'));
    await page.keyboard.type('Agency');
    await palette.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await focused(page, search);
  });

  test('switches a promotion off and on by keyboard, with the focus back on its button each time', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/promotions?filter=%7B%22q%22%3A%22GREEN08%22%7D');
    const dialog = page.getByRole('dialog', { name: 'GREEN08' });
    const flip = async (what: 'Deactivate' | 'Reactivate', next: 'Deactivate' | 'Reactivate') => {
      const flips = button(page, `${what} GREEN08`);
      await tabTo(page, flips);
      await page.keyboard.press('Enter');
      await dialog.getByText(`Are you sure you want to ${what.toLowerCase()} this promotion?`).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await focused(page, flips);
      await page.keyboard.press('Enter');
      await tabTo(page, dialog.getByRole('button', { name: what }));
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await focused(page, button(page, `${next} GREEN08`));
    };
    await flip('Deactivate', 'Reactivate');
    await flip('Reactivate', 'Deactivate');
  });

  test('finds, opens and approves a request by keyboard with a reason', async () => {
    const { admin2, call, settled } = harness.fixture;
    const asked = await call('GET', '/admin/travel-agents/13', undefined, { token: admin2 });
    const { version } = (await asked.json()) as { version: number };
    const bank = { bankName: 'Capitec', branchCode: '470010', branchName: 'Main' };
    const account = { bankAccountNumber: '1234567890', bankAccountHolderName: 'T Ndlovu' };
    const headers = { 'if-match': String(version) };
    const request = { token: admin2, headers };
    const answer = await call('PUT', '/admin/travel-agents/13/bank', { ...bank, ...account }, request);
    const { approvalId } = (await answer.json()) as { approvalId: string };
    await settled();
    const page = await as(ADMIN);
    await goTo(page, '/approvals');
    await tabTo(page, page.locator(`.table a[href$="/approvals/${approvalId}"]`));
    await page.keyboard.press('Enter');
    await tabTo(page, button(page, 'Approve'));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Approve' });
    await focused(page, dialog.getByLabel('Reason'));
    await page.keyboard.type('Called the agent back');
    await tabTo(page, dialog.getByRole('button', { name: 'Approve' }));
    await page.keyboard.press('Enter');
    await messageShown(page, 'Approved and applied.');
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Approve').waitFor({ state: 'detached' });
    await focused(page, page.getByRole('heading', { level: 1, name: /^Change the bank details of / }));
  });

  test('saves, renames and removes a view of the audit log by keyboard', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/audit-log/table?filter=%7B%22outcome%22%3A%22refused%22%7D');
    const views = button(page, /^Views/);
    const item = (name: string) => page.getByRole('menuitem', { name });
    const choose = async (name: string) => {
      await tabTo(page, views);
      await page.keyboard.press('Enter');
      await item(name).waitFor();
      for (let n = 0; n < MOST_ENTRIES && !(await hasFocus(item(name))); n++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await choose('Save view…');
    const name = page.getByRole('dialog').getByLabel('Name');
    await focused(page, name);
    await page.keyboard.type('Refused');
    await page.keyboard.press('Enter');
    await focused(page, views);
    await choose('Manage views…');
    await tabTo(page, button(page, 'Change Refused'));
    await page.keyboard.press('Enter');
    await focused(page, name);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('What was refused');
    await page.keyboard.press('Enter');
    await tabTo(page, button(page, 'Change What was refused'));
    await page.keyboard.press('Escape');
    await focused(page, views);
    await goTo(page, '/audit-log/table');
    await choose('What was refused');
    await page.waitForURL(/refused/);
    await choose('Manage views…');
    await tabTo(page, button(page, 'Remove What was refused'));
    await page.keyboard.press('Enter');
    await page.getByText('No saved views.').waitFor();
    expect(await page.getByRole('dialog').evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  });
}
