import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { auditLogRoutes } from './audit/audit-log-routes.ts';
import { eventRoutes } from './audit/event-routes.ts';
import { historyRoutes } from './audit/history-routes.ts';
import { boardRoute } from './operations/board.ts';
import { noticeRoutes } from './operations/notice-routes.ts';
import { parkedRoutes } from './operations/parked-routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { proofRoutes } from './proof/routes.ts';
import { adminResource } from './resources/admins.ts';
import { agentChangeRoutes } from './resources/agent-change-routes.ts';
import { agentResource } from './resources/agents.ts';
import { dashboardSummaryRoute } from './resources/dashboard-summary.ts';
import { enquiryResource } from './resources/enquiries.ts';
import { enquiryTemplateResource } from './resources/enquiry-templates.ts';
import { forgettingRoutes } from './resources/forgetting.ts';
import { integratorResource } from './resources/integrators.ts';
import { meRoute } from './resources/me.ts';
import { promotionResource } from './resources/promotions.ts';
import { referralTreeRoute } from './resources/referral-tree.ts';
import { referralResource } from './resources/referrals.ts';
import { rewardPolicyRoute } from './resources/reward-policy.ts';
import { rewardResource } from './resources/rewards.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/**
 * The dashboard's REST. It stands before the calls of section 7: where a list is both (`admin/promotions`,
 * `admin/travel-agents`), the handler here answers both, whole without `range`.
 */
export const dashboardRoutes = (services: Services): readonly Route[] => [
  meRoute(services),
  dashboardSummaryRoute(services),
  rewardPolicyRoute(services),
  ...agentResource(services),
  ...agentChangeRoutes(services),
  ...forgettingRoutes(services),
  ...promotionResource(services),
  ...enquiryResource(services),
  ...enquiryTemplateResource(services),
  ...rewardResource(services),
  ...referralResource(services),
  referralTreeRoute(services),
  ...integratorResource(services),
  ...webhookRoutes(services),
  ...adminResource(services),
  ...approvalRoutes(services),
  ...auditLogRoutes(services),
  ...eventRoutes(services),
  ...historyRoutes(services),
  ...parkedRoutes(services),
  ...noticeRoutes(services),
  ...operationRoutes(services),
  ...proofRoutes(services),
  boardRoute(services),
];
