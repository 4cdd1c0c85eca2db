import { privacyRoutes } from '../erasure/privacy-routes.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { referralRoutes } from '../referrals/referral-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { bankRoutes } from './bank-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { passwordChangeRoutes } from './password-change-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { registrationRoutes } from './registration-routes.ts';

/** Every call of section 7 and its kin, but signing in, incentives and promotions. */
export const portalRoutes = (services: Services): Route[] => [
  ...referenceRoutes(services),
  ...registrationRoutes(services),
  ...codeRoutes(services),
  ...profileRoutes(services),
  ...bankRoutes(services),
  ...passwordChangeRoutes(services),
  ...referralRoutes(services),
  ...contactRoutes(services),
  ...privacyRoutes(services),
  ...adminRoutes(services),
];
