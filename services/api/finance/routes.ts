import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { agentFinanceRoutes } from './agent-routes.ts';
import { certificateRoutes } from './certificate-routes.ts';
import { controlsRoutes } from './controls-routes.ts';
import { correctionRoutes } from './correction-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { holdRoutes } from './hold-routes.ts';
import { integratorListRoutes } from './integrator-list-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import { liabilityRoutes } from './liability-routes.ts';
import { payoutRoutes } from './payout-routes.ts';
import { policyRoutes } from './policy-routes.ts';
import { programmeListRoutes } from './programme-list-routes.ts';
import { recalculationRoutes } from './recalculation-routes.ts';
import { reconciliationRoutes } from './reconciliation-routes.ts';
import { statementRoutes } from './statement-routes.ts';
import { taxRoutes } from './tax-routes.ts';
import { whatIfRoutes } from './what-if-routes.ts';

/** Everything that finance does, and what the portal shows of it. */
export const financeRoutes = (services: Services): readonly Route[] => [
  ...fileRoutes(services),
  ...payoutRoutes(services),
  ...taxRoutes(services),
  ...certificateRoutes(services),
  ...whatIfRoutes(services),
  ...policyRoutes(services),
  ...programmeListRoutes(services),
  ...correctionRoutes(services),
  ...holdRoutes(services),
  ...recalculationRoutes(services),
  ...reconciliationRoutes(services),
  ...liabilityRoutes(services),
  ...journalRoutes(services),
  ...statementRoutes(services),
  ...controlsRoutes(services),
  ...integratorListRoutes(services),
  ...agentFinanceRoutes(services),
];
