import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { agentPayoutRoutes } from './agent-payout-routes.ts';
import { agentTaxRoutes } from './agent-tax-routes.ts';

/** What the portal shows an agent of money and tax. */
export const agentFinanceRoutes = (services: Services): Route[] => [
  ...agentPayoutRoutes(services),
  ...agentTaxRoutes(services),
];
