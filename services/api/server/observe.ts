import { randomUUID } from 'node:crypto';
import type { Logger } from '@fynbos/platform/logger.ts';
import { callSeconds } from '@fynbos/platform/metrics.ts';
import { isTracing, startCall, within } from '@fynbos/platform/tracing.ts';
import type { NextFunction, Request, Response } from 'express';

const CORRELATION_ID = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Sets the id of events, logs, jobs and the answer's `X-Correlation-Id`. The caller's own id is only logged, as a
 * separate field: as the correlation id, a stranger could group a call with an administrator's in the audit log.
 */
export function correlate(request: Request, response: Response, next: NextFunction): void {
  const externalId = request.get('x-correlation-id');
  request.correlationId = randomUUID();
  if (externalId && CORRELATION_ID.test(externalId)) request.externalCorrelationId = externalId;
  response.set('X-Correlation-Id', request.correlationId);
  next();
}

declare global {
  namespace Express {
    interface Request {
      correlationId: string;
      /** The caller's `X-Correlation-Id`, if its format is valid. */
      externalCorrelationId?: string;
    }
  }
}

/** Method, path without its query (tokens, addresses), status, duration. No headers, no body. */
export const requestLog =
  (logger: Logger) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (!HEALTH_PATHS.has(request.path)) {
      const began = performance.now();
      response.once('close', () => {
        const { correlationId, externalCorrelationId, method, originalUrl } = request;
        const { statusCode: status, writableFinished } = response;
        const ms = Math.round(performance.now() - began);
        const line = { correlationId, externalCorrelationId, method, path: pathOf(originalUrl), status, ms };
        logger[level(status)](line, writableFinished ? 'answered' : 'caller disconnected before the answer');
      });
    }
    next();
  };

/** 503 is an outage that is reported once elsewhere; other statuses of 500 and above are defects. */
const level = (status: number) => (status === 503 ? 'warn' : status >= 500 ? 'error' : 'info');

/** Returns the path of a URL without parts that could be a token (longer than a UUID) or an e-mail address. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(/[^/]{37,}|[^/]*(?:@|%40)[^/]*/g, '…').slice(0, 200);
}

/** Paths that are polled to check the product's health. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** `/api/agents/:id`: the path itself contains ids and addresses, which must not be recorded. */
const routeOf = (request: Request): string => {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? `${request.baseUrl}${path}` : 'other';
};

/** Measures every call. If traces are exported, makes the call the root of its correlation id's trace. */
export function observe(request: Request, response: Response, next: NextFunction): void {
  if (HEALTH_PATHS.has(request.path)) {
    next();
    return;
  }
  const { method } = request;
  const end = callSeconds.startTimer();
  const span = isTracing() ? startCall(method, request.correlationId) : null;
  response.once('close', () => {
    const route = routeOf(request);
    const status = String(response.statusCode);
    end({ method, route, status });
    if (!span) return;
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
    span.end();
  });
  if (span) within(span, next);
  else next();
}
