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
    title: 'Register',
    page: lazyPage(() => import('./pages/registration/RegistrationPage.tsx')),
    prerender: true,
  },
  {
    path: '/reset-password',
    title: 'Reset your password',
    page: lazyPage(() => import('./pages/reset-password/ResetPasswordPage.tsx')),
    prerender: true,
  },
  {
    path: '/confirm-email',
    title: 'Your email address',
    page: lazyPage(() => import('./pages/status/ConfirmEmailPage.tsx')),
    prerender: true,
  },
  {
    path: '/contact-us',
    title: 'Contact us',
    page: lazyPage(() => import('./pages/contact/ContactPage.tsx')),
    prerender: true,
  },
  {
    path: '/frequently-asked',
    title: 'Frequently asked questions',
    page: lazyPage(() => import('./pages/faq/FaqPage.tsx')),
    prerender: true,
  },
  {
    path: '/privacy',
    title: 'Privacy policy',
    page: lazyPage(() => import('./pages/legal/PrivacyPage.tsx')),
    prerender: true,
  },
  {
    path: '/terms-and-conditions',
    title: 'Terms and conditions',
    page: terms,
    prerender: true,
  },
  {
    path: '/update',
    title: 'Update travel agency',
    page: lazyPage(() => import('./pages/update-agency/UpdateAgencyPage.tsx')),
  },
  {
    path: '/updateBankingDetails',
    title: 'Update banking details',
    page: lazyPage(() => import('./pages/update-banking/UpdateBankingPage.tsx')),
  },
  { path: '/referTravelAgent', title: 'Refer a travel agent', page: refer },
  {
    path: '/trackStatus',
    title: 'Referral status',
    page: lazyPage(() => import('./pages/referral-status/ReferralStatusPage.tsx')),
  },
  {
    path: '/verify/:token',
    title: 'Verify a payment',
    page: lazyPage(() => import('./pages/verify/VerifyPage.tsx')),
  },
  {
    path: '/unauthorized',
    title: 'Not for this account',
    page: lazyPage(() => import('./pages/status/UnauthorizedPage.tsx')),
    prerender: true,
  },
];

/** The agent's pages, behind the guard. */
export const AGENT_ROUTES: readonly Route[] = [
  { path: '/agent/home', title: 'Home', page: lazyPage(() => import('./pages/home/HomePage.tsx')) },
  {
    path: '/agent/incentives',
    title: 'My incentives',
    page: lazyPage(() => import('./pages/incentives/IncentivesPage.tsx')),
  },
  {
    path: '/agent/bookings',
    title: 'Your bookings',
    page: lazyPage(() => import('./pages/bookings/BookingsPage.tsx')),
  },
  {
    path: '/agent/challenges',
    title: 'Goals and challenges',
    page: lazyPage(() => import('./pages/challenges/ChallengesPage.tsx')),
  },
  {
    path: '/agent/calculator',
    title: 'What would I earn?',
    page: lazyPage(() => import('./pages/calculator/CalculatorPage.tsx')),
  },
  {
    path: '/agent/payouts',
    title: 'Payouts',
    page: lazyPage(() => import('./pages/payouts/PayoutsPage.tsx')),
  },
  {
    path: '/agent/tax',
    title: 'Tax and certificates',
    page: lazyPage(() => import('./pages/tax/TaxPage.tsx')),
  },
  { path: '/agent/profile', title: 'Profile', page: lazyPage(() => import('./pages/profile/ProfilePage.tsx')) },
  {
    path: '/agent/profile/sessions',
    title: 'Devices',
    page: lazyPage(() => import('./pages/profile/SessionsPage.tsx')),
  },
  {
    path: '/agent/profile/passkeys',
    title: 'Passkeys',
    page: lazyPage(() => import('./pages/profile/PasskeysPage.tsx')),
  },
  {
    path: '/agent/profile/history',
    title: 'Account activity',
    page: lazyPage(() => import('./pages/profile/HistoryPage.tsx')),
  },
  {
    path: '/agent/profile/privacy',
    title: 'Your data and choices',
    page: lazyPage(() => import('./pages/profile/PrivacyChoicesPage.tsx')),
  },
  { path: '/agent/refer-agent', title: 'Refer a travel agent', page: refer },
  { path: '/agent/terms-and-conditions', title: 'Terms and conditions', page: terms },
];

export const NOT_FOUND: Route = {
  path: '*',
  title: 'Page not found',
  page: lazyPage(() => import('./pages/status/NotFoundPage.tsx')),
};

/** Returns the route of a path, to preload its code. */
export function routeOf(pathname: string): Route {
  const path = pathname.replace(/(.)\/$/, '$1').toLowerCase();
  return [...PUBLIC_ROUTES, ...AGENT_ROUTES].find((route) => route.path.toLowerCase() === path) ?? NOT_FOUND;
}
