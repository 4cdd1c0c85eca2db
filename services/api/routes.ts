import type { Router } from 'express';
import { importRoutes } from './admin/import-routes.ts';
import { integratorRoutes } from './admin/integrators-routes.ts';
import { boardRouter } from './admin/operations/board.ts';
import { promotionRoutes } from './admin/promotions-routes.ts';
import { dashboardRoutes } from './admin/routes.ts';
import { passwordRoutes } from './auth/password-routes.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import { signInRoutes } from './auth/sign-in-routes.ts';
import { openingBalanceLines } from './finance/opening-balance-lines.ts';
import { financeRoutes } from './finance/routes.ts';
import type { Route } from './http/route.ts';
import type { Services } from './http/services.ts';
import { overviewRoute } from './incentives/overview.ts';
import { incentiveRoutes } from './incentives/routes.ts';
import { statementRoutes } from './incentives/statement-routes.ts';
import { integrationsRouter } from './integrations/router.ts';
import { agentLines } from './portal/import-agents.ts';
import { portalRoutes } from './portal/routes.ts';
import { reportRoutes } from './reports/routes.ts';

/** Every call under `/api` but the integrators': one table of paths, who may make them, and what they do. */
export const allRoutes = (services: Services): readonly Route[] => [
  ...signInRoutes(services),
  ...sessionRoutes(services),
  ...passwordRoutes(services),
  ...dashboardRoutes(services),
  ...portalRoutes(services),
  ...incentiveRoutes(services),
  overviewRoute(services),
  ...statementRoutes(services),
  ...promotionRoutes(services),
  ...integratorRoutes(services),
  ...importRoutes(services, (run) => ({ ...agentLines(services, run), ...openingBalanceLines(services, run) })),
  ...reportRoutes(services),
  ...financeRoutes(services),
];

/** What reads its requests itself, with API keys instead of sessions. */
export const apiRouters = (services: Services): readonly Router[] => [
  integrationsRouter(services, services.auth.limits),
  boardRouter(services),
];
