import type { Config } from '@fynbos/platform/config/config.ts';
import type { Router } from 'express';
import { adminRoutes, ownAdminRoutes } from './admins/admin-routes.ts';
import { agentChangeRoutes } from './agents/agent-change-routes.ts';
import { agentRoutes } from './agents/agent-routes.ts';
import { agentLines } from './agents/import-agent-line.ts';
import { profileRoutes } from './agents/profile-routes.ts';
import { referenceRoutes } from './agents/reference-routes.ts';
import { addAgentRoutes, registrationRoutes } from './agents/registration-routes.ts';
import { approvalRoutes } from './approvals/approval-routes.ts';
import { auditLogRoutes } from './audit/audit-log-routes.ts';
import { eventRoutes } from './audit/event-routes.ts';
import { verificationRoutes } from './audit/verification-routes.ts';
import { auditPackRoutes } from './audit-packs/audit-pack-routes.ts';
import { agentChallengeRoutes, challengeRoutes } from './challenges/challenge-routes.ts';
import { comparisonRoutes } from './comparison/comparison-routes.ts';
import { controlsRoutes } from './controls/controls-routes.ts';
import { dashboardSummaryRoutes } from './dashboard/dashboard-summary-routes.ts';
import { contactRoutes } from './enquiries/contact-routes.ts';
import { enquiryRoutes } from './enquiries/enquiry-routes.ts';
import { erasureRoutes } from './erasure/erasure-routes.ts';
import type { Services } from './http/services.ts';
import { importRoutes } from './imports/import-routes.ts';
import { integratorCallRoutes } from './integrators/integrator-call-routes.ts';
import { integratorRoutes } from './integrators/integrator-routes.ts';
import { webhookRoutes } from './integrators/webhook-routes.ts';
import { journalRoutes } from './ledger/journal-routes.ts';
import { ledgerExportRoutes } from './ledger/ledger-export-routes.ts';
import { statementRoutes } from './ledger/statement-routes.ts';
import { liabilityRoutes } from './liability/liability-routes.ts';
import { monthCloseRoutes } from './month-close/month-close-routes.ts';
import { monthEndRoutes } from './month-close/month-end-routes.ts';
import { blockedKeyRoutes } from './operations/blocked-key-routes.ts';
import { boardRouter, boardRoutes } from './operations/board-routes.ts';
import { noticeRoutes } from './operations/notice-routes.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import { agentPayoutRoutes } from './payouts/agent-payout-routes.ts';
import { bankStatementRoutes } from './payouts/bank-statement-routes.ts';
import { holdRoutes } from './payouts/hold-routes.ts';
import { acbFileRoutes, payoutFileRoutes } from './payouts/payout-file-routes.ts';
import { payoutLimitRoutes } from './payouts/payout-limit-routes.ts';
import { payoutRoutes } from './payouts/payout-routes.ts';
import { presenceRoutes } from './presence/presence-routes.ts';
import { choiceRoutes } from './privacy/choice-routes.ts';
import { dataRequestRoutes } from './privacy/data-request-routes.ts';
import { historyRoutes } from './privacy/history-routes.ts';
import { messageChoiceRoutes } from './privacy/message-choice-routes.ts';
import { ownDataRoutes } from './privacy/own-data-routes.ts';
import { pushDeviceRoutes } from './privacy/push-device-routes.ts';
import { promotionLines } from './promotions/import-promotions.ts';
import { promotionRoutes } from './promotions/promotion-routes.ts';
import { specifiedPromotionRoutes } from './promotions/specified-promotion-routes.ts';
import { integratorListRoutes, reconciliationRoutes } from './reconciliation/reconciliation-routes.ts';
import { agentReferralRoutes, referralRoutes } from './referrals/referral-routes.ts';
import { integrationsRouter } from './rentals/integrations-router.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { policyRoutes } from './reward-policy/policy-routes.ts';
import { programmeListRoutes } from './reward-policy/programme-list-routes.ts';
import { bookingRoutes } from './rewards/booking-routes.ts';
import { correctionRoutes } from './rewards/correction-routes.ts';
import { incentiveRoutes } from './rewards/incentive-routes.ts';
import { incentiveStatementRoutes } from './rewards/incentive-statement-routes.ts';
import { openingBalanceLines } from './rewards/opening-balance-lines.ts';
import { overviewRoutes } from './rewards/overview-routes.ts';
import { rewardRoutes } from './rewards/reward-routes.ts';
import { savedViewRoutes } from './saved-views/saved-view-routes.ts';
import { codeRoutes } from './sign-in/code-routes.ts';
import { passkeyRoutes } from './sign-in/passkey-routes.ts';
import { passwordChangeRoutes, passwordRoutes } from './sign-in/password-routes.ts';
import { recogniser } from './sign-in/recognise.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { recalculationRoutes } from './simulation/recalculation-routes.ts';
import { scenarioRoutes } from './simulation/scenario-routes.ts';
import { simulationRoutes } from './simulation/simulation-routes.ts';
import { agentTaxRoutes, certificateRoutes } from './tax/certificate-routes.ts';
import { countryRoutes } from './tax/country-routes.ts';
import { sarsRuleRoutes } from './tax/sars-rule-routes.ts';
import { submissionRoutes } from './tax/submission-routes.ts';
import { taxRoutes } from './tax/tax-routes.ts';
import { taxTreatmentRoutes } from './tax/tax-treatment-routes.ts';

/** Every call under `/api` except the integrators': paths, callers and handlers in one table, by capability. */
export const allRoutes = (config: Pick<Config, 'eventStoreUrl'>) => [
  ...ownAdminRoutes,
  ...adminRoutes,
  ...agentRoutes,
  ...agentChangeRoutes,
  ...registrationRoutes,
  ...addAgentRoutes,
  ...profileRoutes,
  ...referenceRoutes,
  ...approvalRoutes,
  ...auditLogRoutes,
  ...eventRoutes,
  ...verificationRoutes,
  ...auditPackRoutes,
  ...agentChallengeRoutes,
  ...challengeRoutes,
  ...comparisonRoutes,
  ...controlsRoutes,
  ...dashboardSummaryRoutes,
  ...contactRoutes,
  ...enquiryRoutes,
  ...erasureRoutes,
  ...importRoutes(recogniser, (services, run) => ({
    ...promotionLines(services, run),
    ...agentLines(services, run),
    ...openingBalanceLines(services, run),
  })),
  ...integratorRoutes,
  ...integratorCallRoutes,
  ...webhookRoutes,
  ...journalRoutes,
  ...ledgerExportRoutes,
  ...statementRoutes,
  ...liabilityRoutes,
  ...monthEndRoutes,
  ...monthCloseRoutes,
  ...blockedKeyRoutes,
  ...boardRoutes,
  ...noticeRoutes,
  ...operationRoutes(config),
  ...payoutFileRoutes,
  ...acbFileRoutes,
  ...bankStatementRoutes,
  ...payoutLimitRoutes,
  ...payoutRoutes,
  ...holdRoutes,
  ...agentPayoutRoutes,
  ...presenceRoutes,
  ...historyRoutes,
  ...choiceRoutes,
  ...messageChoiceRoutes,
  ...pushDeviceRoutes,
  ...ownDataRoutes,
  ...dataRequestRoutes,
  ...promotionRoutes,
  ...specifiedPromotionRoutes,
  ...recalculationRoutes,
  ...reconciliationRoutes,
  ...integratorListRoutes,
  ...agentReferralRoutes,
  ...referralRoutes,
  ...reportRoutes,
  ...policyRoutes,
  ...programmeListRoutes,
  ...rewardRoutes,
  ...correctionRoutes,
  ...incentiveRoutes,
  ...overviewRoutes,
  ...bookingRoutes,
  ...incentiveStatementRoutes,
  ...savedViewRoutes,
  ...signInRoutes,
  ...codeRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...passwordRoutes,
  ...passwordChangeRoutes,
  ...simulationRoutes,
  ...scenarioRoutes,
  ...taxTreatmentRoutes,
  ...countryRoutes,
  ...sarsRuleRoutes,
  ...submissionRoutes,
  ...taxRoutes,
  ...certificateRoutes,
  ...agentTaxRoutes,
];

/** Routers that read their own requests and use API keys instead of sessions. */
export const apiRouters = (services: Services): readonly Router[] => [
  integrationsRouter(services, services.auth.limits),
  boardRouter(services),
];
