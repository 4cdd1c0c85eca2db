import { adminResource, meRoute } from './admins/admins.ts';
import { agentBalanceRoutes } from './agents/agent-balances.ts';
import { agentChangeRoutes } from './agents/agent-change-routes.ts';
import { agentResource } from './agents/agents.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { auditLogRoutes, feedRoutes } from './audit/audit-log-routes.ts';
import { eventRoutes, historyRoutes } from './audit/event-routes.ts';
import { proofRoutes } from './audit/proof-routes.ts';
import { auditPackRoutes } from './audit-packs/audit-pack-routes.ts';
import { challengeResource } from './challenges/challenge-routes.ts';
import { dashboardSummaryRoute, inboxRoute } from './dashboard/dashboard-summary.ts';
import { enquiryResource } from './enquiries/enquiries.ts';
import { enquiryTemplateResource } from './enquiries/enquiry-templates.ts';
import { forgettingRoutes } from './erasure/deletion-routes.ts';
import type { Route } from './http/route.ts';
import type { Services } from './http/services.ts';
import { integratorCallRoutes } from './integrators/call-routes.ts';
import { integratorRoutes } from './integrators/integrator-routes.ts';
import { webhookRoutes } from './integrators/webhook-routes.ts';
import { blockedKeyRoutes } from './operations/blocked-key-routes.ts';
import { boardRoute } from './operations/board.ts';
import { noticeRoutes } from './operations/notice-routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { presenceRoute } from './presence/presence-routes.ts';
import { promotionResource } from './promotions/promotion-routes.ts';
import { referralResource, referralTreeRoute } from './referrals/referrals.ts';
import { rewardResource } from './rewards/rewards.ts';
import { savedViewRoutes } from './saved-views/saved-view-routes.ts';

/**
 * The dashboard's REST calls. They are mounted before the calls of section 7. Where a list is in both
 * (`admin/promotions`, `admin/travel-agents`), the handler here answers both, with the whole list when `range` is
 * absent.
 */
export const dashboardRoutes = (services: Services): readonly Route[] => [
  meRoute,
  dashboardSummaryRoute,
  inboxRoute,
  ...agentResource(services),
  ...agentBalanceRoutes,
  ...agentChangeRoutes(services),
  ...forgettingRoutes,
  ...promotionResource,
  ...challengeResource,
  ...enquiryResource(services),
  ...enquiryTemplateResource(services),
  ...rewardResource,
  ...referralResource,
  referralTreeRoute,
  ...integratorRoutes,
  ...integratorCallRoutes,
  ...webhookRoutes,
  ...adminResource,
  ...approvalRoutes,
  ...feedRoutes,
  ...auditLogRoutes,
  ...eventRoutes,
  ...historyRoutes,
  ...blockedKeyRoutes,
  ...noticeRoutes,
  ...operationRoutes(services.config),
  ...proofRoutes,
  ...savedViewRoutes,
  ...auditPackRoutes,
  presenceRoute,
  boardRoute,
];
