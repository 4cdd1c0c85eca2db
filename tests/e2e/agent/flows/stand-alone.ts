import { test } from 'vitest';
import { codeFor } from '../../inbox.ts';
import { messageShown } from '../../shown-messages.ts';
import type { PortalFixture } from '../fixture.ts';
import { type Agent, inDatabase, newAgent } from '../people.ts';
import { enterCode } from '../sign-in.ts';
import { button, expectAccessible, seen, visit } from '../visit.ts';

/** Moves the time of an agent's codes by these minutes. */
const later = (fixture: PortalFixture, { id }: Agent, minutes: number): Promise<void> =>
  inDatabase(
    fixture,
    `update auth.codes set "expiresAt" = "expiresAt" - make_interval(mins => $2) where person = $1 and "endedAt" is null`,
    [`agent-${id}`, minutes],
  );

export function standAloneFlows(fixture: () => PortalFixture): void {
  test('the stand-alone agency form saves changes with a code and confirms them', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/update', { agent }, async (page) => {
      await page.getByLabel('Agency Name').fill('Overberg Travel');
      await button(page, 'Update').click();
      await enterCode(page, fixture().url, [agent.form.emailAddress], 'personal details');
      await messageShown(page, 'Travel agency updated successfully!');
      await page.goto('/agent/profile#personal');
      await page.locator('input[value="Overberg Travel"]').waitFor();
    });
  });

  test('the stand-alone banking form accepts a code for ten minutes', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/updateBankingDetails', { agent, size: 'desktop' }, async (page) => {
      await page.getByLabel('Account Number').fill('62011111119');
      await button(page, 'Update').click();
      await page.locator('#otp').fill(await codeFor(fixture().url, [agent.form.emailAddress], 0, 'banking details'));
      await later(fixture(), agent, 10);
      await button(page, 'Verify').click();
      await seen(page, 'Invalid OTP. Please try again.');
      await expectAccessible(page, 'an expired code');
      await later(fixture(), agent, -10);
      await enterCode(page, fixture().url, [agent.form.emailAddress], 'banking details');
      await messageShown(page, 'Banking details updated successfully!');
    });
  });

  test('reports missing credentials when the browser no longer knows the agent', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/agent/profile#personal', { agent }, async (page) => {
      await page.getByLabel('Initials').waitFor();
      await page.evaluate(() => localStorage.removeItem('idNumber'));
      await button(page, 'Update').click();
      await seen(page, 'Missing credentials.');
      await expectAccessible(page, 'missing credentials');
    });
  });
}
