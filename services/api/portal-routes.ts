import { addAgentRoute } from './agents/add-agent-routes.ts';
import { bankRoutes } from './agents/bank-routes.ts';
import { goalRoutes } from './agents/goal-routes.ts';
import { profileRoutes } from './agents/profile-routes.ts';
import { referenceRoutes } from './agents/reference-routes.ts';
import { registrationRoute } from './agents/registration-routes.ts';
import { agentChallengeRoute } from './challenges/challenge-routes.ts';
import { contactRoutes } from './enquiries/contact-routes.ts';
import { enquiryStatusRoutes } from './enquiries/status-routes.ts';
import { deletionRoutes } from './erasure/deletion-routes.ts';
import { messageChoiceRoutes, privacyRoutes } from './erasure/privacy-routes.ts';
import type { Route } from './http/route.ts';
import type { Services } from './http/services.ts';
import { referralRoutes } from './referrals/referral-routes.ts';
import { codeRoutes } from './sign-in/code-routes.ts';
import { passwordChangeRoutes } from './sign-in/password-change-routes.ts';

/** The calls of the agent portal, except sign-in, incentives and promotions. */
export const portalRoutes = (services: Services): Route[] => [
  ...referenceRoutes(services),
  registrationRoute(services),
  ...codeRoutes(services),
  ...profileRoutes(services),
  ...bankRoutes(services),
  ...goalRoutes(services),
  agentChallengeRoute,
  ...passwordChangeRoutes(services),
  ...referralRoutes,
  ...contactRoutes(services),
  ...privacyRoutes,
  ...messageChoiceRoutes,
  ...deletionRoutes,
  addAgentRoute(services),
  ...enquiryStatusRoutes(services),
];
