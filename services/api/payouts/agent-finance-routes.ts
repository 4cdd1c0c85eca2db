import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { agentTaxRoutes } from '../tax/agent-tax-routes.ts';
import { agentPayoutRoutes } from './agent-payout-routes.ts';

/** What the portal shows an agent of money and tax. */
export const agentFinanceRoutes = (services: Services): Route[] => [
  ...agentPayoutRoutes(services),
  ...agentTaxRoutes(services),
];
