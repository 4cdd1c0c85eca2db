import { contactRoutes } from '../enquiries/contact-routes.ts';
import { enquiryStatusRoutes } from '../enquiries/status-routes.ts';
import { privacyRoutes } from '../erasure/privacy-routes.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { referralRoutes } from '../referrals/referral-routes.ts';
import { addAgentRoute } from './add-agent-routes.ts';
import { bankRoutes } from './bank-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { passwordChangeRoutes } from './password-change-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { registrationRoute } from './registration-routes.ts';

/** The calls of the agent portal, except sign-in, incentives and promotions. */
export const portalRoutes = (services: Services): Route[] => [
  ...referenceRoutes(services),
  registrationRoute(services),
  ...codeRoutes(services),
  ...profileRoutes(services),
  ...bankRoutes(services),
  ...passwordChangeRoutes(services),
  ...referralRoutes(services),
  ...contactRoutes(services),
  ...privacyRoutes(services),
  addAgentRoute(services),
  ...enquiryStatusRoutes(services),
];
