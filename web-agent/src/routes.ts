import type { ComponentType } from 'react';
import { t } from './i18n/t.tsx';
import { type LazyPage, lazyPage } from './shell/lazy-page.tsx';

export interface Route {
  readonly path: string;
  readonly title: string;
  readonly page: LazyPage;
  /** Written to static HTML at build time, so that it is readable before any script runs. */
  readonly prerender?: boolean;
}

type Load = () => Promise<{ default: ComponentType }>;

const page = (path: string, title: string, load: Load): Route => ({ path, title, page: lazyPage(load) });
const prerendered = (path: string, title: string, load: Load): Route => ({
  ...page(path, title, load),
  prerender: true,
});

const landing = () => import('./pages/landing/LandingPage.tsx');
const terms = () => import('./pages/legal/TermsPage.tsx');
const refer = () => import('./pages/refer/ReferPage.tsx');

/** Public pages (specification, section 2, Route table). */
export const PUBLIC_ROUTES: readonly Route[] = [
  prerendered('/', '', landing),
  prerendered('/navbar', '', landing),
  prerendered('/registration', t('Register'), () => import('./pages/registration/RegistrationPage.tsx')),
  prerendered(
    '/reset-password',
    t('Reset your password'),
    () => import('./pages/reset-password/ResetPasswordPage.tsx'),
  ),
  prerendered('/confirm-email', t('Your email address'), () => import('./pages/status/ConfirmEmailPage.tsx')),
  prerendered('/contact-us', t('Contact us'), () => import('./pages/contact/ContactPage.tsx')),
  prerendered('/frequently-asked', t('Frequently asked questions'), () => import('./pages/faq/FaqPage.tsx')),
  prerendered('/privacy', t('Privacy policy'), () => import('./pages/legal/PrivacyPage.tsx')),
  prerendered('/terms-and-conditions', t('Terms and conditions'), terms),
  page('/update', t('Update travel agency'), () => import('./pages/update-agency/UpdateAgencyPage.tsx')),
  page(
    '/updateBankingDetails',
    t('Update banking details'),
    () => import('./pages/update-banking/UpdateBankingPage.tsx'),
  ),
  page('/referTravelAgent', t('Refer a travel agent'), refer),
  page('/trackStatus', t('Referral status'), () => import('./pages/referral-status/ReferralStatusPage.tsx')),
  page('/verify/:token', t('Verify a payment'), () => import('./pages/verify/VerifyPage.tsx')),
  prerendered('/unauthorized', t('Not for this account'), () => import('./pages/status/UnauthorizedPage.tsx')),
];

/** The agent's pages, behind the guard. */
export const AGENT_ROUTES: readonly Route[] = [
  page('/agent/home', t('Home'), () => import('./pages/home/HomePage.tsx')),
  page('/agent/incentives', t('My incentives'), () => import('./pages/incentives/IncentivesPage.tsx')),
  page('/agent/bookings', t('Your bookings'), () => import('./pages/bookings/BookingsPage.tsx')),
  page('/agent/challenges', t('Goals and challenges'), () => import('./pages/challenges/ChallengesPage.tsx')),
  page('/agent/calculator', t('What would I earn?'), () => import('./pages/calculator/CalculatorPage.tsx')),
  page('/agent/payouts', t('Payouts'), () => import('./pages/payouts/PayoutsPage.tsx')),
  page('/agent/tax', t('Tax and certificates'), () => import('./pages/tax/TaxPage.tsx')),
  page('/agent/profile', t('Profile'), () => import('./pages/profile/ProfilePage.tsx')),
  page('/agent/profile/sessions', t('Devices'), () => import('./pages/profile/SessionsPage.tsx')),
  page('/agent/profile/passkeys', t('Passkeys'), () => import('./pages/profile/PasskeysPage.tsx')),
  page('/agent/profile/history', t('Account activity'), () => import('./pages/profile/HistoryPage.tsx')),
  page('/agent/profile/privacy', t('Your data and choices'), () => import('./pages/profile/PrivacyChoicesPage.tsx')),
  page('/agent/refer-agent', t('Refer a travel agent'), refer),
  page('/agent/terms-and-conditions', t('Terms and conditions'), terms),
];

export const NOT_FOUND = page('*', t('Page not found'), () => import('./pages/status/NotFoundPage.tsx'));

/** Returns the route of a path, to preload its code. */
export function routeOf(pathname: string): Route {
  const path = pathname.replace(/(.)\/$/, '$1').toLowerCase();
  return [...PUBLIC_ROUTES, ...AGENT_ROUTES].find((route) => route.path.toLowerCase() === path) ?? NOT_FOUND;
}
