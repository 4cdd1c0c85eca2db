import type { Logger } from '@fynbos/platform/logger.ts';
import type { NextFunction, Request, Response } from 'express';
import { UNOBSERVED } from './observe.ts';

/**
 * Logs one line per call: method, path without its query (which contains tokens and addresses), status, duration. No
 * headers, no body.
 */
export const requestLog =
  (logger: Logger) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (!UNOBSERVED.has(request.path)) {
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

/** Returns the path of a URL without parts that could be a token or an address. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(/[^/]*(?:@|%40)[^/]*/g, '…').slice(0, 200);
}
