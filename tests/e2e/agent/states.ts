import type { Page } from 'playwright-core';
import { section } from './visit.ts';

/** A page in one of its states: path, whether it needs a session, and the steps to reach it. */
export interface PageState {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: boolean;
  readonly reach?: (page: Page) => Promise<unknown>;
}

/** Opens a section of the profile. */
const opens = (title: string) => (page: Page) => section(page, title).click();

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const visitor = (name: string, path: string, reach?: PageState['reach']): PageState => ({ name, path, reach });
const agent = (name: string, path: string, reach?: PageState['reach']): PageState => ({
  name,
  path,
  reach,
  signedIn: true,
});

async function estimate(page: Page): Promise<void> {
  await page.getByLabel('Time and kilometre charges, in rand').fill('2 500');
  await press('Calculate')(page);
  await page.getByRole('heading', { name: 'You would earn' }).waitFor();
}

async function changeAgency(page: Page): Promise<void> {
  await opens('Personal Details')(page);
  await page.getByLabel('Agency Name').fill('Overberg Travel');
  await press('Update')(page);
  await page.locator('#otp').fill('12');
}

/** Every page of the agent portal with its visual states. */
export const STATES: readonly PageState[] = [
  visitor('landing', '/'),
  visitor('landing-errors', '/', press('LOGIN')),
  visitor('landing-reset', '/', press('Forgot Password?')),
  visitor('landing-learn-more', '/', press('Learn more')),
  visitor('registration', '/registration'),
  visitor('registration-errors', '/registration', press('Register')),
  visitor('registration-other-bank', '/registration', (page) =>
    page.getByLabel('Bank', { exact: true }).selectOption('OTHER'),
  ),
  visitor('reset-password', '/reset-password?token=x'),
  visitor('contact', '/contact-us'),
  visitor('faq', '/frequently-asked'),
  visitor('faq-open', '/frequently-asked', (page) => page.locator('summary').nth(1).click()),
  visitor('privacy', '/privacy'),
  visitor('terms', '/terms-and-conditions'),
  visitor('update-visitor', '/update'),
  visitor('track-visitor', '/trackStatus', press('Fetch Referral Status')),
  visitor('unauthorized', '/unauthorized'),
  agent('not-found', '/no-such-page'),
  agent('home', '/agent/home'),
  agent('incentives', '/agent/incentives'),
  agent('incentives-goal', '/agent/incentives', press(/ goal$/)),
  agent('incentives-more-info', '/agent/incentives', press(/MORE INFO/)),
  agent('incentives-declined', '/agent/incentives', (page) => page.locator('.accordion summary').click()),
  agent('incentives-list', '/agent/incentives', press('List')),
  agent('incentives-year', '/agent/incentives', press('Show chart and table')),
  agent('incentives-empty', '/agent/incentives', (page) => page.locator('#month').selectOption({ index: 11 })),
  agent('bookings', '/agent/bookings'),
  agent('challenges', '/agent/challenges'),
  agent('calculator', '/agent/calculator'),
  agent('calculator-estimate', '/agent/calculator', estimate),
  agent('payouts', '/agent/payouts'),
  agent('payouts-open', '/agent/payouts', press(/View rewards/)),
  agent('tax', '/agent/tax'),
  agent('profile', '/agent/profile'),
  agent('profile-personal', '/agent/profile', opens('Personal Details')),
  agent('profile-banking', '/agent/profile', opens('Banking Details')),
  agent('profile-password-errors', '/agent/profile', async (page) => {
    await opens('Change Password')(page);
    await press('Update Password')(page);
  }),
  agent('profile-otp', '/agent/profile', changeAgency),
  agent('sessions', '/agent/profile/sessions'),
  agent('passkeys', '/agent/profile/passkeys'),
  agent('history', '/agent/profile/history'),
  agent('privacy-choices', '/agent/profile/privacy'),
  agent('refer', '/agent/refer-agent'),
  agent('refer-errors', '/agent/refer-agent', press('Send Referral Email')),
  agent('track', '/trackStatus', press('Fetch Referral Status')),
  agent('update', '/update'),
  agent('update-banking', '/updateBankingDetails'),
];
