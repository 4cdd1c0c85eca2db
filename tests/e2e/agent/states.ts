import type { Page } from 'playwright-core';

/** A page in one of its states: path, whether it needs a session, and the steps to reach it. */
export interface PageState {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: boolean;
  readonly reach?: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Every page of the agent portal with its visual states. */
export const STATES: readonly PageState[] = [
  { name: 'landing', path: '/' },
  { name: 'landing-errors', path: '/', reach: press('LOGIN') },
  { name: 'landing-reset', path: '/', reach: press('Forgot Password?') },
  { name: 'landing-learn-more', path: '/', reach: press('Learn more') },
  { name: 'registration', path: '/registration' },
  { name: 'registration-errors', path: '/registration', reach: press('Register') },
  {
    name: 'registration-other-bank',
    path: '/registration',
    reach: (page) => page.getByLabel('Bank', { exact: true }).selectOption('OTHER'),
  },
  { name: 'reset-password', path: '/reset-password?token=x' },
  { name: 'contact', path: '/contact-us' },
  { name: 'faq', path: '/frequently-asked' },
  { name: 'faq-open', path: '/frequently-asked', reach: (page) => page.locator('summary').nth(1).click() },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms-and-conditions' },
  { name: 'update-visitor', path: '/update' },
  { name: 'track-visitor', path: '/trackStatus', reach: press('Fetch Referral Status') },
  { name: 'unauthorized', path: '/unauthorized' },
  { name: 'not-found', path: '/no-such-page', signedIn: true },
  { name: 'home', path: '/agent/home', signedIn: true },
  { name: 'incentives', path: '/agent/incentives', signedIn: true },
  { name: 'incentives-more-info', path: '/agent/incentives', signedIn: true, reach: press(/MORE INFO/) },
  {
    name: 'incentives-declined',
    path: '/agent/incentives',
    signedIn: true,
    reach: (page) => page.locator('.accordion summary').click(),
  },
  { name: 'incentives-list', path: '/agent/incentives', signedIn: true, reach: press('List') },
  { name: 'incentives-year', path: '/agent/incentives', signedIn: true, reach: press('Show chart and table') },
  {
    name: 'incentives-empty',
    path: '/agent/incentives',
    signedIn: true,
    reach: (page) => page.locator('#month').selectOption({ index: 11 }),
  },
  { name: 'bookings', path: '/agent/bookings', signedIn: true },
  { name: 'challenges', path: '/agent/challenges', signedIn: true },
  { name: 'calculator', path: '/agent/calculator', signedIn: true },
  {
    name: 'calculator-estimate',
    path: '/agent/calculator',
    signedIn: true,
    reach: async (page) => {
      await page.getByLabel('Time and kilometre charges, in rand').fill('2 500');
      await press('Calculate')(page);
      await page.getByRole('heading', { name: 'You would earn' }).waitFor();
    },
  },
  { name: 'payouts', path: '/agent/payouts', signedIn: true },
  { name: 'payouts-open', path: '/agent/payouts', signedIn: true, reach: press(/View rewards/) },
  { name: 'tax', path: '/agent/tax', signedIn: true },
  { name: 'profile', path: '/agent/profile', signedIn: true },
  { name: 'profile-personal', path: '/agent/profile', signedIn: true, reach: press('Personal Details') },
  { name: 'profile-banking', path: '/agent/profile', signedIn: true, reach: press('Banking Details') },
  {
    name: 'profile-password-errors',
    path: '/agent/profile',
    signedIn: true,
    reach: async (page) => {
      await press('Change Password')(page);
      await press('Update Password')(page);
    },
  },
  {
    name: 'profile-otp',
    path: '/agent/profile',
    signedIn: true,
    reach: async (page) => {
      await press('Personal Details')(page);
      await page.getByLabel('Agency Name').fill('Overberg Travel');
      await press('Update')(page);
      await page.locator('#otp').fill('12');
    },
  },
  { name: 'sessions', path: '/agent/profile/sessions', signedIn: true },
  { name: 'passkeys', path: '/agent/profile/passkeys', signedIn: true },
  { name: 'history', path: '/agent/profile/history', signedIn: true },
  { name: 'privacy-choices', path: '/agent/profile/privacy', signedIn: true },
  { name: 'refer', path: '/agent/refer-agent', signedIn: true },
  { name: 'refer-errors', path: '/agent/refer-agent', signedIn: true, reach: press('Send Referral Email') },
  { name: 'track', path: '/trackStatus', signedIn: true, reach: press('Fetch Referral Status') },
  { name: 'update', path: '/update', signedIn: true },
  { name: 'update-banking', path: '/updateBankingDetails', signedIn: true },
];
