import { expect, test } from 'vitest';
import { linkIn } from '../../inbox.ts';
import { button, type Hand, LONG_MS, staff, told } from '../hand.ts';
import { STAFF } from '../world.ts';

/** An enquiry from the hands of support to the eyes of its sender. */
export function supportFlows(hand: Hand): void {
  const { as, goTo } = hand;
  test(
    'support takes an enquiry, notes something for itself and answers; the sender reads the answer and no note',
    async () => {
      const page = await as(staff(STAFF.support));
      await goTo(page, '/contact-support/3');
      await button(page, 'Assign to me').click();
      await told(page, 'Assigned.');
      await page.getByRole('radio', { name: /^Internal note/ }).check();
      await page.getByRole('textbox', { name: 'Note' }).fill('The branch was slow');
      await button(page, 'Add note').click();
      await page.getByText('Internal note · ').waitFor();
      await page.getByRole('radio', { name: /^Answer/ }).check();
      await page.getByLabel('Use a template').click();
      await page.getByRole('option', { name: 'Reward of a rental' }).click();
      await button(page, 'Send answer').click();
      await page.locator('.from-support').waitFor();
      expect(await page.locator('.from-support').innerText()).toContain('Thank you for writing to us (FR-');
      const { email } = (await (await hand.world.call('GET', '/admin/contact-support/3')).json()) as { email: string };
      const link = await linkIn(hand.world.url, email, /^Your enquiry/);
      await page.goto(`${hand.world.url}${new URL(link).pathname}${new URL(link).search}`);
      await page.getByText('Thank you for writing to us').first().waitFor();
      expect(await page.getByText('The branch was slow').count()).toBe(0);
      await page.context().close();
    },
    LONG_MS,
  );
}
