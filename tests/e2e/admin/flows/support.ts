import { expect, test } from 'vitest';
import { linkIn } from '../../inbox.ts';
import { messageShown } from '../../shown-messages.ts';
import { type BrowserHarness, button, staff } from '../browser-harness.ts';
import { STAFF } from '../fixture.ts';

/** An enquiry from support's answer to its sender. */
export function supportFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  test('support takes an enquiry, adds a note and answers; the sender sees only the answer', async () => {
    const page = await as(staff(STAFF.support));
    await goTo(page, '/contact-support/3');
    await button(page, 'Assign to me').click();
    await messageShown(page, 'Assigned.');
    await page.getByRole('radio', { name: /^Internal note/ }).check();
    await page.getByRole('textbox', { name: 'Note' }).fill('The branch was slow');
    await button(page, 'Add note').click();
    await page.getByText('Internal note · ').waitFor();
    await page.getByRole('radio', { name: /^Answer/ }).check();
    await page.getByLabel('Use a template').click();
    await page.getByRole('option', { name: 'Reward of a rental' }).click();
    await button(page, 'Send answer').click();
    await page.locator('.from-support').waitFor();
    expect(await page.locator('.from-support').innerText()).toContain('Thank you for contacting us (FR-');
    const { email } = (await (await harness.fixture.call('GET', '/admin/contact-support/3')).json()) as {
      email: string;
    };
    const link = await linkIn(harness.fixture.url, email, /^Your enquiry/);
    await page.goto(`${harness.fixture.url}${new URL(link).pathname}${new URL(link).search}`);
    await page.getByText('Thank you for contacting us').first().waitFor();
    expect(await page.getByText('The branch was slow').count()).toBe(0);
  });

  test('asks before unsent input is left for a tab, a page or another document, and not after it was sent', async () => {
    const page = await as(staff(STAFF.support));
    await goTo(page, '/contact-support/4');
    await page.getByRole('radio', { name: /^Internal note/ }).check();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Seen with the branch');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    const history = page.getByRole('tab', { name: 'History' });
    for (const leaving of [history, page.getByRole('link', { name: 'Contact Us and Support' }).first()]) {
      await leaving.click();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
    }
    const asked = page.waitForEvent('dialog');
    // Not `page.reload`, which waits for the navigation that the dismissed question prevents.
    const reload = page.evaluate(() => location.reload());
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await reload;
    expect(await note.inputValue()).toBe('Seen with the branch');
    await button(page, 'Add note').click();
    await page.getByText('Internal note · ').waitFor();
    await history.click();
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
    await page.goBack();
    await page.getByRole('textbox', { name: 'Answer' }).fill('Not needed');
    await history.click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
  });

  test('on a phone, an item of the work list leads to an enquiry, which is then no longer in it', async () => {
    const page = await as(staff(STAFF.support), 'phone');
    await goTo(page, '/home');
    const item = page.locator('.work').filter({ hasText: 'not assigned' });
    const unassigned = Number.parseInt(await item.innerText(), 10);
    await item.getByRole('link', { name: 'Assign' }).click();
    await page.locator('.enquiry-card').first().getByRole('link').first().click();
    await button(page, 'Assign to me').click();
    await messageShown(page, 'Assigned.');
    await page.getByRole('link', { name: 'Fynbos Rewards' }).click();
    await item.filter({ hasText: new RegExp(`^${unassigned} `) }).waitFor({ state: 'detached' });
    await page.locator('.work').filter({ hasText: 'assigned to you' }).waitFor();
  });
}
