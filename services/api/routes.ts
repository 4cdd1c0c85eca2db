import type { Config } from '@fynbos/platform/config/config.ts';
import type { Router } from 'express';
import { adminResource, meRoute } from './admins/admins.ts';
import { addAgentRoute } from './agents/add-agent-routes.ts';
import { agentBalanceRoutes } from './agents/agent-balances.ts';
import { agentChangeRoutes } from './agents/agent-change-routes.ts';
import { agentResource } from './agents/agents.ts';
import { bankRoutes } from './agents/bank-routes.ts';
import { goalRoutes } from './agents/goal-routes.ts';
import { agentLines } from './agents/import-agent-line.ts';
import { profileRoutes } from './agents/profile-routes.ts';
import { referenceRoutes } from './agents/reference-routes.ts';
import { registrationRoute } from './agents/registration-routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { auditLogRoutes, feedRoutes } from './audit/audit-log-routes.ts';
import { eventRoutes, historyRoutes } from './audit/event-routes.ts';
import { proofRoutes } from './audit/proof-routes.ts';
import { auditPackRoutes } from './audit-packs/audit-pack-routes.ts';
import { agentChallengeRoute, challengeResource } from './challenges/challenge-routes.ts';
import { comparisonRoutes } from './comparison/routes.ts';
import { dashboardSummaryRoute, inboxRoute } from './dashboard/dashboard-summary.ts';
import { contactRoutes } from './enquiries/contact-routes.ts';
import { enquiryResource } from './enquiries/enquiries.ts';
import { enquiryTemplateResource } from './enquiries/enquiry-templates.ts';
import { enquiryStatusRoutes } from './enquiries/status-routes.ts';
import { deletionRoutes, forgettingRoutes } from './erasure/deletion-routes.ts';
import { messageChoiceRoutes, privacyRoutes } from './erasure/privacy-routes.ts';
import type { Route } from './http/route.ts';
import type { Services } from './http/services.ts';
import { importRoute } from './imports/import.ts';
import { integratorCallRoutes } from './integrators/call-routes.ts';
import { integratorRoutes } from './integrators/integrator-routes.ts';
import { webhookRoutes } from './integrators/webhook-routes.ts';
import { controlsRoutes, dutiesRoutes } from './ledger/controls-routes.ts';
import { journalRoutes, monthEndRoutes } from './ledger/journal-routes.ts';
import { ledgerExportRoutes } from './ledger/ledger-export-routes.ts';
import { liabilityRoutes } from './ledger/liability-routes.ts';
import { statementRoutes } from './ledger/statement-routes.ts';
import { monthCloseRoutes } from './month-close/routes.ts';
import { blockedKeyRoutes } from './operations/blocked-key-routes.ts';
import { boardRoute, boardRouter } from './operations/board.ts';
import { noticeRoutes } from './operations/notice-routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { agentPayoutRoutes, verifyRoutes } from './payouts/agent-payout-routes.ts';
import { bankStatementRoutes } from './payouts/bank-statement-routes.ts';
import { acbFileRoutes, fileRoutes } from './payouts/file-routes.ts';
import { holdRoutes } from './payouts/hold-routes.ts';
import { payoutLimitRoutes } from './payouts/payout-limit-routes.ts';
import { payoutRoutes } from './payouts/payout-routes.ts';
import { presenceRoute } from './presence/presence-routes.ts';
import { promotionLines } from './promotions/import-promotions.ts';
import { promotionResource } from './promotions/promotion-routes.ts';
import { specifiedPromotionRoutes } from './promotions/specified-routes.ts';
import { recalculationRoutes } from './recalculation/recalculation-routes.ts';
import { integratorListRoutes } from './reconciliation/integrator-list-routes.ts';
import { reconciliationRoutes } from './reconciliation/reconciliation-routes.ts';
import { referralRoutes } from './referrals/referral-routes.ts';
import { referralResource, referralTreeRoute } from './referrals/referrals.ts';
import { integrationsRouter } from './rentals/integrations-router.ts';
import { reportRoutes } from './reports/routes.ts';
import { policyRoutes } from './reward-policy/policy-routes.ts';
import { programmeListRoutes } from './reward-policy/programme-list-routes.ts';
import { bookingRoute, estimateRoute } from './rewards/booking-routes.ts';
import { correctionRoutes } from './rewards/correction-routes.ts';
import { incentiveRoutes } from './rewards/incentive-routes.ts';
import { incentiveStatementRoutes } from './rewards/incentive-statement-routes.ts';
import { openingBalanceLines } from './rewards/opening-balance-lines.ts';
import { overviewRoute } from './rewards/overview.ts';
import { rewardResource } from './rewards/rewards.ts';
import { savedViewRoutes } from './saved-views/saved-view-routes.ts';
import { codeRoutes } from './sign-in/code-routes.ts';
import { deviceRoutes } from './sign-in/device-routes.ts';
import { passkeyRoutes } from './sign-in/passkey-routes.ts';
import { passwordChangeRoutes } from './sign-in/password-change-routes.ts';
import { passwordRoutes } from './sign-in/password-routes.ts';
import { recogniser } from './sign-in/recognise.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { laboratoryRoutes } from './simulation/laboratory-routes.ts';
import { simulationRoutes } from './simulation/simulation-routes.ts';
import { agentTaxRoutes } from './tax/agent-tax-routes.ts';
import { certificateRoutes } from './tax/certificate-routes.ts';
import { taxTreatmentRoutes } from './tax/rule-routes.ts';
import { taxRoutes } from './tax/tax-routes.ts';

/** All finance routes, and the portal's payout and tax routes. */
const financeRoutes: readonly Route[] = [
  ...fileRoutes,
  ...acbFileRoutes,
  ...bankStatementRoutes,
  ...payoutLimitRoutes,
  ...payoutRoutes,
  ...taxTreatmentRoutes,
  ...taxRoutes,
  ...certificateRoutes,
  ...simulationRoutes,
  ...laboratoryRoutes,
  ...policyRoutes,
  ...programmeListRoutes,
  ...correctionRoutes,
  ...holdRoutes,
  ...recalculationRoutes,
  ...reconciliationRoutes,
  ...comparisonRoutes,
  ...liabilityRoutes,
  ...journalRoutes,
  ...ledgerExportRoutes,
  ...monthEndRoutes,
  ...monthCloseRoutes,
  ...statementRoutes,
  ...controlsRoutes,
  ...dutiesRoutes,
  ...integratorListRoutes,
  ...agentPayoutRoutes,
  ...verifyRoutes,
  ...agentTaxRoutes,
];

/**
 * The dashboard's REST calls. They are mounted before the calls of section 7. Where a list is in both
 * (`admin/promotions`, `admin/travel-agents`), the handler here answers both, with the whole list when `range` is
 * absent.
 */
const dashboardRoutes = (config: Pick<Config, 'eventStoreUrl'>): readonly Route[] => [
  meRoute,
  dashboardSummaryRoute,
  inboxRoute,
  ...agentResource,
  ...agentBalanceRoutes,
  ...agentChangeRoutes,
  ...forgettingRoutes,
  ...promotionResource,
  ...challengeResource,
  ...enquiryResource,
  ...enquiryTemplateResource,
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
  ...operationRoutes(config),
  ...proofRoutes,
  ...savedViewRoutes,
  ...auditPackRoutes,
  presenceRoute,
  boardRoute,
];

/** The calls of the agent portal, except sign-in, incentives and promotions. */
const portalRoutes: readonly Route[] = [
  ...referenceRoutes,
  registrationRoute,
  ...codeRoutes,
  ...profileRoutes,
  ...bankRoutes,
  ...goalRoutes,
  agentChallengeRoute,
  ...passwordChangeRoutes,
  ...referralRoutes,
  ...contactRoutes,
  ...privacyRoutes,
  ...messageChoiceRoutes,
  ...deletionRoutes,
  addAgentRoute,
  ...enquiryStatusRoutes,
];

/** Every call under `/api` except the integrators': paths, callers and handlers in one table. */
export const allRoutes = (config: Pick<Config, 'eventStoreUrl'>): readonly Route[] => [
  ...signInRoutes,
  ...sessionRoutes,
  ...deviceRoutes,
  ...passkeyRoutes,
  ...passwordRoutes,
  ...dashboardRoutes(config),
  ...portalRoutes,
  ...incentiveRoutes,
  overviewRoute,
  estimateRoute,
  bookingRoute,
  ...incentiveStatementRoutes,
  ...specifiedPromotionRoutes,
  importRoute(recogniser, (services, run) => ({
    ...promotionLines(services.log, run),
    ...agentLines(services, run),
    ...openingBalanceLines(services, run),
  })),
  ...reportRoutes,
  ...financeRoutes,
];

/** Routers that read their own requests and use API keys instead of sessions. */
export const apiRouters = (services: Services): readonly Router[] => [
  integrationsRouter(services, services.auth.limits),
  boardRouter(services),
];
