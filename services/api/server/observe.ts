import { callSeconds } from '@fynbos/platform/metrics.ts';
import { isTracing, startCall, within } from '@fynbos/platform/tracing.ts';
import type { NextFunction, Request, Response } from 'express';

/** Paths that are polled to check the product's health. */
export const UNOBSERVED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Returns the pattern of the matched route (`/api/agents/:id`). The path itself contains ids and addresses and must not
 * be recorded.
 */
const routeOf = (request: Request): string => {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? `${request.baseUrl}${path}` : 'other';
};

/** Measures every call. If traces are exported, makes the call the root of its correlation id's trace. */
export function observe(request: Request, response: Response, next: NextFunction): void {
  if (UNOBSERVED.has(request.path)) {
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
