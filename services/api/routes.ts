import type { Config } from '@fynbos/platform/config/config.ts';
import type { Router } from 'express';
import { adminResource, meRoutes } from './admins/admins.ts';
import { agentChangeRoutes } from './agents/agent-change-routes.ts';
import { agentResource } from './agents/agents.ts';
import { agentLines } from './agents/import-agent-line.ts';
import { profileRoutes } from './agents/profile-routes.ts';
import { referenceRoutes } from './agents/reference-routes.ts';
import { addAgentRoutes, registrationRoutes } from './agents/registration-routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { auditLogRoutes } from './audit/audit-log-routes.ts';
import { eventRoutes } from './audit/event-routes.ts';
import { proofRoutes } from './audit/proof-routes.ts';
import { auditPackRoutes } from './audit-packs/audit-pack-routes.ts';
import { agentChallengeRoutes, challengeResource } from './challenges/challenge-routes.ts';
import { comparisonRoutes } from './comparison/routes.ts';
import { controlsRoutes } from './controls/controls-routes.ts';
import { dashboardSummaryRoutes } from './dashboard/dashboard-summary.ts';
import { contactRoutes } from './enquiries/contact-routes.ts';
import { enquiryResource } from './enquiries/enquiries.ts';
import { erasureRoutes, privacyRoutes } from './erasure/privacy-routes.ts';
import type { Services } from './http/services.ts';
import { importRoutes } from './imports/import.ts';
import { integratorCallRoutes } from './integrators/call-routes.ts';
import { integratorRoutes } from './integrators/integrator-routes.ts';
import { webhookRoutes } from './integrators/webhook-routes.ts';
import { journalRoutes } from './ledger/journal-routes.ts';
import { ledgerExportRoutes } from './ledger/ledger-export-routes.ts';
import { statementRoutes } from './ledger/statement-routes.ts';
import { liabilityRoutes } from './liability/liability-routes.ts';
import { monthEndRoutes } from './month-close/month-end-routes.ts';
import { monthCloseRoutes } from './month-close/routes.ts';
import { blockedKeyRoutes } from './operations/blocked-key-routes.ts';
import { boardRouter, boardRoutes } from './operations/board.ts';
import { noticeRoutes } from './operations/notice-routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { agentPayoutRoutes } from './payouts/agent-payout-routes.ts';
import { bankStatementRoutes } from './payouts/bank-statement-routes.ts';
import { acbFileRoutes, fileRoutes } from './payouts/file-routes.ts';
import { holdRoutes } from './payouts/hold-routes.ts';
import { payoutLimitRoutes } from './payouts/payout-limit-routes.ts';
import { payoutRoutes } from './payouts/payout-routes.ts';
import { presenceRoutes } from './presence/presence-routes.ts';
import { promotionLines } from './promotions/import-promotions.ts';
import { promotionResource } from './promotions/promotion-routes.ts';
import { specifiedPromotionRoutes } from './promotions/specified-routes.ts';
import { recalculationRoutes } from './recalculation/recalculation-routes.ts';
import { integratorListRoutes, reconciliationRoutes } from './reconciliation/reconciliation-routes.ts';
import { referralResource, referralRoutes } from './referrals/referral-routes.ts';
import { integrationsRouter } from './rentals/integrations-router.ts';
import { reportRoutes } from './reports/routes.ts';
import { policyRoutes } from './reward-policy/policy-routes.ts';
import { programmeListRoutes } from './reward-policy/programme-list-routes.ts';
import { bookingRoutes } from './rewards/booking-routes.ts';
import { correctionRoutes } from './rewards/correction-routes.ts';
import { incentiveRoutes } from './rewards/incentive-routes.ts';
import { incentiveStatementRoutes } from './rewards/incentive-statement-routes.ts';
import { openingBalanceLines } from './rewards/opening-balance-lines.ts';
import { overviewRoutes } from './rewards/overview.ts';
import { rewardResource } from './rewards/rewards.ts';
import { savedViewRoutes } from './saved-views/saved-view-routes.ts';
import { codeRoutes } from './sign-in/code-routes.ts';
import { passkeyRoutes } from './sign-in/passkey-routes.ts';
import { passwordChangeRoutes, passwordRoutes } from './sign-in/password-routes.ts';
import { recogniser } from './sign-in/recognise.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { laboratoryRoutes } from './simulation/laboratory-routes.ts';
import { simulationRoutes } from './simulation/simulation-routes.ts';
import { agentTaxRoutes, certificateRoutes } from './tax/certificate-routes.ts';
import { taxTreatmentRoutes } from './tax/rule-routes.ts';
import { taxRoutes } from './tax/tax-routes.ts';

/** All finance routes, and the portal's payout and tax routes. */
const financeRoutes = [
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
  ...integratorListRoutes,
  ...agentPayoutRoutes,
  ...agentTaxRoutes,
];

/**
 * Mounted before the calls of section 7: where a list is in both (`admin/promotions`, `admin/travel-agents`), this
 * handler answers both, with the whole list when `range` is absent.
 */
const dashboardRoutes = (config: Pick<Config, 'eventStoreUrl'>) => [
  ...meRoutes,
  ...dashboardSummaryRoutes,
  ...agentResource,
  ...agentChangeRoutes,
  ...erasureRoutes,
  ...promotionResource,
  ...challengeResource,
  ...enquiryResource,
  ...rewardResource,
  ...referralResource,
  ...integratorRoutes,
  ...integratorCallRoutes,
  ...webhookRoutes,
  ...adminResource,
  ...approvalRoutes,
  ...auditLogRoutes,
  ...eventRoutes,
  ...blockedKeyRoutes,
  ...noticeRoutes,
  ...operationRoutes(config),
  ...proofRoutes,
  ...savedViewRoutes,
  ...auditPackRoutes,
  ...presenceRoutes,
  ...boardRoutes,
];

/** The calls of the agent portal, except sign-in, incentives and promotions. */
const portalRoutes = [
  ...referenceRoutes,
  ...registrationRoutes,
  ...codeRoutes,
  ...profileRoutes,
  ...agentChallengeRoutes,
  ...passwordChangeRoutes,
  ...referralRoutes,
  ...contactRoutes,
  ...privacyRoutes,
  ...addAgentRoutes,
];

/** Every call under `/api` except the integrators': paths, callers and handlers in one table. */
export const allRoutes = (config: Pick<Config, 'eventStoreUrl'>) => [
  ...signInRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...passwordRoutes,
  ...dashboardRoutes(config),
  ...portalRoutes,
  ...incentiveRoutes,
  ...overviewRoutes,
  ...bookingRoutes,
  ...incentiveStatementRoutes,
  ...specifiedPromotionRoutes,
  ...importRoutes(recogniser, (services, run) => ({
    ...promotionLines(services, run),
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
