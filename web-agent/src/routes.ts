import { t } from './i18n/t.tsx';
import { type LazyPage, lazyPage } from './shell/lazy-page.tsx';

export interface Route {
  readonly path: string;
  readonly title: string;
  readonly page: LazyPage;
  /** Written to static HTML at build time, so that it is readable before any script runs. */
  readonly prerender?: boolean;
}

const landing = lazyPage(() => import('./pages/landing/LandingPage.tsx'));
const terms = lazyPage(() => import('./pages/legal/TermsPage.tsx'));
const refer = lazyPage(() => import('./pages/refer/ReferPage.tsx'));

/** Public pages (specification, section 2, Route table). */
export const PUBLIC_ROUTES: readonly Route[] = [
  { path: '/', title: '', page: landing, prerender: true },
  { path: '/navbar', title: '', page: landing, prerender: true },
  {
    path: '/registration',
    title: t('Register'),
    page: lazyPage(() => import('./pages/registration/RegistrationPage.tsx')),
    prerender: true,
  },
  {
    path: '/reset-password',
    title: t('Reset your password'),
    page: lazyPage(() => import('./pages/reset-password/ResetPasswordPage.tsx')),
    prerender: true,
  },
  {
    path: '/confirm-email',
    title: t('Your email address'),
    page: lazyPage(() => import('./pages/status/ConfirmEmailPage.tsx')),
    prerender: true,
  },
  {
    path: '/contact-us',
    title: t('Contact us'),
    page: lazyPage(() => import('./pages/contact/ContactPage.tsx')),
    prerender: true,
  },
  {
    path: '/frequently-asked',
    title: t('Frequently asked questions'),
    page: lazyPage(() => import('./pages/faq/FaqPage.tsx')),
    prerender: true,
  },
  {
    path: '/privacy',
    title: t('Privacy policy'),
    page: lazyPage(() => import('./pages/legal/PrivacyPage.tsx')),
    prerender: true,
  },
  {
    path: '/terms-and-conditions',
    title: t('Terms and conditions'),
    page: terms,
    prerender: true,
  },
  {
    path: '/update',
    title: t('Update travel agency'),
    page: lazyPage(() => import('./pages/update-agency/UpdateAgencyPage.tsx')),
  },
  {
    path: '/updateBankingDetails',
    title: t('Update banking details'),
    page: lazyPage(() => import('./pages/update-banking/UpdateBankingPage.tsx')),
  },
  { path: '/referTravelAgent', title: t('Refer a travel agent'), page: refer },
  {
    path: '/trackStatus',
    title: t('Referral status'),
    page: lazyPage(() => import('./pages/referral-status/ReferralStatusPage.tsx')),
  },
  {
    path: '/verify/:token',
    title: t('Verify a payment'),
    page: lazyPage(() => import('./pages/verify/VerifyPage.tsx')),
  },
  {
    path: '/unauthorized',
    title: t('Not for this account'),
    page: lazyPage(() => import('./pages/status/UnauthorizedPage.tsx')),
    prerender: true,
  },
];

/** The agent's pages, behind the guard. */
export const AGENT_ROUTES: readonly Route[] = [
  { path: '/agent/home', title: t('Home'), page: lazyPage(() => import('./pages/home/HomePage.tsx')) },
  {
    path: '/agent/incentives',
    title: t('My incentives'),
    page: lazyPage(() => import('./pages/incentives/IncentivesPage.tsx')),
  },
  {
    path: '/agent/bookings',
    title: t('Your bookings'),
    page: lazyPage(() => import('./pages/bookings/BookingsPage.tsx')),
  },
  {
    path: '/agent/challenges',
    title: t('Goals and challenges'),
    page: lazyPage(() => import('./pages/challenges/ChallengesPage.tsx')),
  },
  {
    path: '/agent/calculator',
    title: t('What would I earn?'),
    page: lazyPage(() => import('./pages/calculator/CalculatorPage.tsx')),
  },
  {
    path: '/agent/payouts',
    title: t('Payouts'),
    page: lazyPage(() => import('./pages/payouts/PayoutsPage.tsx')),
  },
  {
    path: '/agent/tax',
    title: t('Tax and certificates'),
    page: lazyPage(() => import('./pages/tax/TaxPage.tsx')),
  },
  { path: '/agent/profile', title: t('Profile'), page: lazyPage(() => import('./pages/profile/ProfilePage.tsx')) },
  {
    path: '/agent/profile/sessions',
    title: t('Devices'),
    page: lazyPage(() => import('./pages/profile/SessionsPage.tsx')),
  },
  {
    path: '/agent/profile/passkeys',
    title: t('Passkeys'),
    page: lazyPage(() => import('./pages/profile/PasskeysPage.tsx')),
  },
  {
    path: '/agent/profile/history',
    title: t('Account activity'),
    page: lazyPage(() => import('./pages/profile/HistoryPage.tsx')),
  },
  {
    path: '/agent/profile/privacy',
    title: t('Your data and choices'),
    page: lazyPage(() => import('./pages/profile/PrivacyChoicesPage.tsx')),
  },
  { path: '/agent/refer-agent', title: t('Refer a travel agent'), page: refer },
  { path: '/agent/terms-and-conditions', title: t('Terms and conditions'), page: terms },
];

export const NOT_FOUND: Route = {
  path: '*',
  title: t('Page not found'),
  page: lazyPage(() => import('./pages/status/NotFoundPage.tsx')),
};

/** Returns the route of a path, to preload its code. */
export function routeOf(pathname: string): Route {
  const path = pathname.replace(/(.)\/$/, '$1').toLowerCase();
  return [...PUBLIC_ROUTES, ...AGENT_ROUTES].find((route) => route.path.toLowerCase() === path) ?? NOT_FOUND;
}
