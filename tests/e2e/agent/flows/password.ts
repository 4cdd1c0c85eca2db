import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { linkIn, messageTo } from '../../inbox.ts';
import { messageShown } from '../../shown-messages.ts';
import type { PortalFixture } from '../fixture.ts';
import { type Agent, newAgent, passHalfAMinute } from '../people.ts';
import { enterCode, signIn } from '../sign-in.ts';
import { button, expectAccessible, seen, visit } from '../visit.ts';

const NEW = 'Renoster2@';
const NEWEST = 'Kokerboom3#';
const ONCE = 'Incorrect password. You have one more attempt.';
const TWICE = 'Incorrect password entered twice. Please log a ticket on the Contact Us page.';

export function passwordFlows(fixture: () => PortalFixture): void {
  test('changes a password with the old one and a code, and notifies the agent', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/agent/profile#password', { agent, size: 'desktop' }, async (page) => {
      await ask(page, agent.form.password);
      await enterCode(page, fixture().url, [agent.form.emailAddress], 'to change your password');
      await messageShown(page, 'Password updated successfully');
    });
    await messageTo(fixture().url, [agent.form.emailAddress], ({ subject }) => subject === 'Your password was changed');
  });

  test('sends an agent with two wrong old passwords to support, and lets them in by a single-use e-mail link', async () => {
    const agent = await newAgent(fixture());
    await visit(fixture(), '/agent/profile#password', { agent }, async (page) => {
      await ask(page, 'Wrong-Pass-1!');
      await enterCode(page, fixture().url, [agent.form.emailAddress], 'to change your password');
      await seen(page, ONCE);
      await ask(page, 'Wrong-Pass-2!');
      await seen(page, TWICE);
      expect(await page.getByRole('link', { name: 'Go to Contact Us' }).getAttribute('href')).toBe('/contact-us');
      await expectAccessible(page, 'a wrong old password');
    });
    await visit(fixture(), '/', {}, async (page) => {
      const link = await forgotten(fixture(), agent, page);
      await reset(page, link);
      await passHalfAMinute(fixture());
      const { emailAddress: email, cellNumber } = agent.form;
      await signIn(page, { url: fixture().url, email, password: NEWEST, cellNumber: `+${cellNumber}` });
    });
  });
}

async function ask(page: Page, old: string): Promise<void> {
  await page.getByLabel('Old Password', { exact: true }).fill(old);
  await page.getByLabel('New Password', { exact: true }).fill(NEW);
  await page.getByLabel('Confirm Password', { exact: true }).fill(NEW);
  await button(page, 'Update Password').click();
}

async function forgotten({ url }: PortalFixture, { form }: Agent, page: Page): Promise<string> {
  await button(page, 'Forgot Password?').click();
  await page.locator('#forgot-emailAddress').fill(form.emailAddress);
  await expectAccessible(page, 'forgotten password');
  await button(page, 'Send Reset Password').click();
  await messageShown(page, 'Forgot Password Email Sent!');
  return linkIn(url, form.emailAddress, /^Reset your password/);
}

/** The link works once and redirects to the start page after three seconds. */
async function reset(page: Page, link: string): Promise<void> {
  const send = async (): Promise<void> => {
    await page.goto(link);
    await page.getByLabel('Password', { exact: true }).fill(NEWEST);
    await page.getByLabel('Confirm Password', { exact: true }).fill(NEWEST);
    await button(page, 'Update Password').click();
  };
  await send();
  await messageShown(page, 'Password updated successfully');
  await page.waitForURL((url) => url.pathname === '/');
  await send();
  await page.locator('main').getByText('Invalid or missing token.').waitFor();
  await expectAccessible(page, 'a dead link');
}
