import type { ComponentType } from 'react';
import { t } from './i18n/t.tsx';
import { type LazyPage, lazyPage } from './shell/lazy-page.tsx';

export interface Route {
  readonly path: string;
  readonly title: string;
  /** The page's module below `pages`. */
  readonly file: string;
  readonly page: LazyPage;
  /** Written to static HTML at build time, so that it is readable before any script runs. */
  readonly prerender?: boolean;
}

type Load = () => Promise<{ default: ComponentType }>;

const PAGES = import.meta.glob('./pages/*/*Page.tsx');

/** The build fails if the page's module is missing. */
const page = (path: string, title: string, file: string): Route => ({
  path,
  title,
  file,
  page: lazyPage(PAGES[`./pages/${file}.tsx`] as Load),
});
const prerendered = (...route: Parameters<typeof page>): Route => ({ ...page(...route), prerender: true });

/** Public pages (specification, section 2, Route table). */
export const PUBLIC_ROUTES: readonly Route[] = [
  prerendered('/', '', 'landing/LandingPage'),
  prerendered('/navbar', '', 'landing/LandingPage'),
  prerendered('/registration', t('Register'), 'registration/RegistrationPage'),
  prerendered('/reset-password', t('Reset your password'), 'reset-password/ResetPasswordPage'),
  prerendered('/confirm-email', t('Your email address'), 'status/ConfirmEmailPage'),
  prerendered('/contact-us', t('Contact us'), 'contact/ContactPage'),
  prerendered('/frequently-asked', t('Frequently asked questions'), 'faq/FaqPage'),
  prerendered('/privacy', t('Privacy policy'), 'legal/PrivacyPage'),
  prerendered('/terms-and-conditions', t('Terms and Conditions'), 'legal/TermsPage'),
  page('/update', t('Update travel agency'), 'update-agency/UpdateAgencyPage'),
  page('/updateBankingDetails', t('Update banking details'), 'update-banking/UpdateBankingPage'),
  page('/referTravelAgent', t('Refer a travel agent'), 'refer/ReferPage'),
  page('/trackStatus', t('Referral status'), 'referral-status/ReferralStatusPage'),
  page('/verify/:token', t('Verify a payment'), 'verify/VerifyPage'),
  prerendered('/unauthorized', t('Not for this account'), 'status/UnauthorizedPage'),
];

/** The agent's pages, behind the guard. */
export const AGENT_ROUTES: readonly Route[] = [
  page('/agent/home', t('Home'), 'home/HomePage'),
  page('/agent/incentives', t('My Incentives'), 'incentives/IncentivesPage'),
  page('/agent/bookings', t('Your bookings'), 'bookings/BookingsPage'),
  page('/agent/challenges', t('Goals and challenges'), 'challenges/ChallengesPage'),
  page('/agent/calculator', t('What would I earn?'), 'calculator/CalculatorPage'),
  page('/agent/payouts', t('Payouts'), 'payouts/PayoutsPage'),
  page('/agent/tax', t('Tax and certificates'), 'tax/TaxPage'),
  page('/agent/profile', t('Profile'), 'profile/ProfilePage'),
  page('/agent/profile/sessions', t('Devices'), 'profile/SessionsPage'),
  page('/agent/profile/passkeys', t('Passkeys'), 'profile/PasskeysPage'),
  page('/agent/profile/history', t('Account activity'), 'profile/HistoryPage'),
  page('/agent/profile/privacy', t('Your data and choices'), 'profile/PrivacyChoicesPage'),
  page('/agent/refer-agent', t('Refer a travel agent'), 'refer/ReferPage'),
  page('/agent/terms-and-conditions', t('Terms and Conditions'), 'legal/TermsPage'),
];

export const NOT_FOUND = page('*', t('Page not found'), 'status/NotFoundPage');

/** Returns the route of a path. */
export function routeOf(pathname: string): Route {
  const isHere = ({ path }: Route) => new RegExp(`^${path.replace(/:\w+/, '[^/]+')}/*$`, 'i').test(pathname);
  return [...PUBLIC_ROUTES, ...AGENT_ROUTES].find(isHere) ?? NOT_FOUND;
}
