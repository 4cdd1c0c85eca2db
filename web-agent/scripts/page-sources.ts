/**
 * Source file of each page, as named in Vite's manifest: the code a first visit to that path loads in addition to the
 * shell.
 */
export const PAGE_SOURCES: Readonly<Record<string, string>> = {
  '/': 'src/pages/landing/LandingPage.tsx',
  '/navbar': 'src/pages/landing/LandingPage.tsx',
  '/registration': 'src/pages/registration/RegistrationPage.tsx',
  '/reset-password': 'src/pages/reset-password/ResetPasswordPage.tsx',
  '/confirm-email': 'src/pages/status/ConfirmEmailPage.tsx',
  '/contact-us': 'src/pages/contact/ContactPage.tsx',
  '/frequently-asked': 'src/pages/faq/FaqPage.tsx',
  '/privacy': 'src/pages/legal/PrivacyPage.tsx',
  '/terms-and-conditions': 'src/pages/legal/TermsPage.tsx',
  '/unauthorized': 'src/pages/status/UnauthorizedPage.tsx',
  '/update': 'src/pages/update-agency/UpdateAgencyPage.tsx',
  '/updateBankingDetails': 'src/pages/update-banking/UpdateBankingPage.tsx',
  '/referTravelAgent': 'src/pages/refer/ReferPage.tsx',
  '/trackStatus': 'src/pages/referral-status/ReferralStatusPage.tsx',
  '/agent/home': 'src/pages/home/HomePage.tsx',
  '/agent/incentives': 'src/pages/incentives/IncentivesPage.tsx',
  '/agent/payouts': 'src/pages/payouts/PayoutsPage.tsx',
  '/agent/tax': 'src/pages/tax/TaxPage.tsx',
  '/agent/profile': 'src/pages/profile/ProfilePage.tsx',
  '/agent/profile/sessions': 'src/pages/profile/SessionsPage.tsx',
  '/agent/profile/passkeys': 'src/pages/profile/PasskeysPage.tsx',
  '/agent/profile/history': 'src/pages/profile/HistoryPage.tsx',
  '/agent/profile/privacy': 'src/pages/profile/PrivacyChoicesPage.tsx',
  '/agent/refer-agent': 'src/pages/refer/ReferPage.tsx',
  '/agent/terms-and-conditions': 'src/pages/legal/TermsPage.tsx',
  '/404': 'src/pages/status/NotFoundPage.tsx',
};
