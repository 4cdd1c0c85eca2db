import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { agentFinanceRoutes } from '../payouts/agent-finance-routes.ts';
import { fileRoutes } from '../payouts/file-routes.ts';
import { holdRoutes } from '../payouts/hold-routes.ts';
import { payoutRoutes } from '../payouts/payout-routes.ts';
import { recalculationRoutes } from '../recalculation/recalculation-routes.ts';
import { integratorListRoutes } from '../reconciliation/integrator-list-routes.ts';
import { reconciliationRoutes } from '../reconciliation/reconciliation-routes.ts';
import { policyRoutes } from '../reward-policy/policy-routes.ts';
import { programmeListRoutes } from '../reward-policy/programme-list-routes.ts';
import { correctionRoutes } from '../rewards/correction-routes.ts';
import { simulationRoutes } from '../simulation/simulation-routes.ts';
import { certificateRoutes } from '../tax/certificate-routes.ts';
import { taxRoutes } from '../tax/tax-routes.ts';
import { taxTreatmentRoutes } from '../tax/tax-treatment-routes.ts';
import { controlsRoutes } from './controls-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import { liabilityRoutes } from './liability-routes.ts';
import { monthEndRoutes } from './month-end-routes.ts';
import { statementRoutes } from './statement-routes.ts';

/** All finance routes, and the portal's payout and tax routes. */
export const financeRoutes = (services: Services): readonly Route[] => [
  ...fileRoutes(services),
  ...payoutRoutes(services),
  ...taxTreatmentRoutes(services),
  ...taxRoutes(services),
  ...certificateRoutes(services),
  ...simulationRoutes(services),
  ...policyRoutes(services),
  ...programmeListRoutes(services),
  ...correctionRoutes(services),
  ...holdRoutes(services),
  ...recalculationRoutes(services),
  ...reconciliationRoutes(services),
  ...liabilityRoutes(services),
  ...journalRoutes(services),
  ...monthEndRoutes(services),
  ...statementRoutes(services),
  ...controlsRoutes(services),
  ...integratorListRoutes(services),
  ...agentFinanceRoutes(services),
];
