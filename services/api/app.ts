import express, { type Express, type RequestHandler, type Router } from 'express';
import { checkAddress } from './http/address.ts';
import { limitBodyTime } from './http/body.ts';
import { mount } from './http/mount.ts';
import { readForwardedAddresses } from './http/origin.ts';
import { errorHandler, unknownCall } from './http/problem.ts';
import type { Route } from './http/route.ts';
import { announcePausedSaving } from './http/saving-paused.ts';
import type { Services } from './http/services.ts';
import { devInbox } from './operations/dev-inbox-routes.ts';
import { integrationCalls } from './rentals/integration-calls.ts';
import { docs } from './server/docs.ts';
import { correlate, observe, requestLog } from './server/observe.ts';
import { securityHeaders } from './server/security-headers.ts';
import { recogniser } from './sign-in/recognise.ts';

interface AppParts {
  readonly services: Services;
  readonly routes: readonly Route[];
  /** Routers under `/api` that read their own requests (the integration API). */
  readonly apiRouters: readonly Router[];
  /** Routers at the root: health, metrics, and the web pages last. */
  readonly rootRouters: readonly Router[];
}

/** Answers contain personal data, or are valid only now. A route with public data replaces the header. */
const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

export function createApp({ services, routes, apiRouters, rootRouters }: AppParts): Express {
  const { config, logger, db } = services;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies.length > 0 ? config.trustedProxies : false);
  app.use(
    readForwardedAddresses,
    correlate,
    requestLog(logger),
    observe,
    securityHeaders,
    checkAddress,
    limitBodyTime(),
  );
  if (!config.production) app.use(devInbox(db));
  app.use('/api', noStore, announcePausedSaving(services));
  for (const router of apiRouters) app.use('/api', router);
  app.use(
    '/api',
    docs([...routes, ...integrationCalls], config.publicUrl),
    mount(services, recogniser(services), routes),
    unknownCall,
  );
  for (const router of rootRouters) app.use(router);
  app.use(unknownCall, errorHandler(logger));
  return app;
}
