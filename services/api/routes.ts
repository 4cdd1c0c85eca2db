import type { Router } from 'express';
import { agentLines } from './agents/import-agent-line.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { financeRoutes } from './finance-routes.ts';
import type { Route } from './http/route.ts';
import type { Services } from './http/services.ts';
import { importRoutes } from './imports/import.ts';
import { boardRouter } from './operations/board.ts';
import { portalRoutes } from './portal-routes.ts';
import { promotionLines } from './promotions/import-promotions.ts';
import { specifiedPromotionRoutes } from './promotions/specified-routes.ts';
import { integrationsRouter } from './rentals/integrations-router.ts';
import { reportRoutes } from './reports/routes.ts';
import { bookingRoute, estimateRoute } from './rewards/booking-routes.ts';
import { incentiveRoutes } from './rewards/incentive-routes.ts';
import { statementRoutes } from './rewards/incentive-statement-routes.ts';
import { openingBalanceLines } from './rewards/opening-balance-lines.ts';
import { overviewRoute } from './rewards/overview.ts';
import { deviceRoutes } from './sign-in/device-routes.ts';
import { passkeyRoutes } from './sign-in/passkey-routes.ts';
import { passwordRoutes } from './sign-in/password-routes.ts';
import { recogniser } from './sign-in/recognise.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';

/** Every call under `/api` except the integrators': paths, callers and handlers in one table. */
export const allRoutes = (services: Services): readonly Route[] => [
  ...signInRoutes(services),
  ...sessionRoutes(services),
  ...deviceRoutes(services),
  ...passkeyRoutes(services),
  ...passwordRoutes(services),
  ...dashboardRoutes(services),
  ...portalRoutes(services),
  ...incentiveRoutes,
  overviewRoute,
  estimateRoute,
  bookingRoute,
  ...statementRoutes,
  ...specifiedPromotionRoutes,
  ...importRoutes(recogniser(services), (run) => ({
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
