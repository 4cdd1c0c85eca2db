import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { agentTaxRoutes } from '../tax/agent-tax-routes.ts';
import { agentPayoutRoutes } from './agent-payout-routes.ts';

/** The portal's calls about an agent's money and tax. */
export const agentFinanceRoutes = (services: Services): Route[] => [
  ...agentPayoutRoutes(services),
  ...agentTaxRoutes(services),
];
