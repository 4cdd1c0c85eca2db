import { expect, test } from 'vitest';
import { linkIn } from '../../inbox.ts';
import type { PortalFixture } from '../fixture.ts';
import { newAgent } from '../people.ts';
import { button, expectAccessible, seen, visit, waitUntil } from '../visit.ts';

export function contactFlows(fixture: () => PortalFixture): void {
  test.each(['phone', 'desktop'] as const)(
    'on a %s, a visitor’s enquiry gets a reference number in a message that disappears, and an e-mail',
    async (size) => {
      const email = `visitor.${size}@agency.example`;
      await visit(fixture(), '/contact-us', { size }, async (page) => {
        expect(await button(page, 'Send').isDisabled()).toBe(true);
        await page.getByLabel('Email', { exact: true }).fill(email);
        await page.getByLabel('Type of query').selectOption('other');
        await page.getByLabel('Query details').fill('May a colleague register with the same agency?');
        // The form may still take over what was typed before its scripts ran, which needs a running clock.
        await waitUntil(() => button(page, 'Send').isEnabled(), true);
        // The message must not disappear before a slow machine has read it.
        await page.clock.pauseAt(Date.now() + 60_000);
        await button(page, 'Send').click();
        const note = page.locator('main [role=status] .note');
        const message = await note.textContent();
        await page.clock.runFor(10_000);
        await page.clock.resume();
        await note.waitFor({ state: 'detached' });
        const reference = (await page.locator('main strong.tabular').textContent()) ?? 'none';
        expect(message).toContain(reference);
        await expectAccessible(page, `an enquiry that was sent, ${size}`);
        await page.goto(await linkIn(fixture().url, email, new RegExp(reference)));
        await seen(page, 'May a colleague register with the same agency?');
      });
    },
  );

  test('an agent finds an enquiry and its messages on the contact page', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/contact-us', { agent }, async (page) => {
      await page.getByLabel('Type of query').selectOption('account');
      await page.getByLabel('Query details').fill('How do I add a second agency?');
      await waitUntil(() => button(page, 'Send').isEnabled(), true);
      await button(page, 'Send').click();
      const reference = (await page.locator('.enquiries a').textContent()) ?? 'none';
      await seen(page, 'Received. We’ll reply soon.');
      await expectAccessible(page, 'own enquiries');
      await page.getByRole('link', { name: reference }).click();
      await seen(page, 'How do I add a second agency?');
    });
  });
}
