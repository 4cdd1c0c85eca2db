import { comparisonRoutes } from './comparison/routes.ts';
import type { Route } from './http/route.ts';
import { controlsRoutes, dutiesRoutes } from './ledger/controls-routes.ts';
import { journalRoutes, monthEndRoutes } from './ledger/journal-routes.ts';
import { ledgerExportRoutes } from './ledger/ledger-export-routes.ts';
import { liabilityRoutes } from './ledger/liability-routes.ts';
import { statementRoutes } from './ledger/statement-routes.ts';
import { monthCloseRoutes } from './month-close/routes.ts';
import { agentPayoutRoutes, verifyRoutes } from './payouts/agent-payout-routes.ts';
import { bankStatementRoutes } from './payouts/bank-statement-routes.ts';
import { acbFileRoutes, fileRoutes } from './payouts/file-routes.ts';
import { holdRoutes } from './payouts/hold-routes.ts';
import { payoutLimitRoutes } from './payouts/payout-limit-routes.ts';
import { payoutRoutes } from './payouts/payout-routes.ts';
import { recalculationRoutes } from './recalculation/recalculation-routes.ts';
import { integratorListRoutes } from './reconciliation/integrator-list-routes.ts';
import { reconciliationRoutes } from './reconciliation/reconciliation-routes.ts';
import { policyRoutes } from './reward-policy/policy-routes.ts';
import { programmeListRoutes } from './reward-policy/programme-list-routes.ts';
import { correctionRoutes } from './rewards/correction-routes.ts';
import { laboratoryRoutes } from './simulation/laboratory-routes.ts';
import { simulationRoutes } from './simulation/simulation-routes.ts';
import { agentTaxRoutes } from './tax/agent-tax-routes.ts';
import { certificateRoutes } from './tax/certificate-routes.ts';
import { taxTreatmentRoutes } from './tax/rule-routes.ts';
import { taxRoutes } from './tax/tax-routes.ts';

/** All finance routes, and the portal's payout and tax routes. */
export const financeRoutes: readonly Route[] = [
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
