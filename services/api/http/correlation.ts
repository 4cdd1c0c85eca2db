import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const GIVEN = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Gives each call an id of ours that its events, logs and jobs carry, and that is answered in `X-Correlation-Id`. The id that
 * a caller sends stands in the log beside it and nowhere else: with it a stranger could place a call beside those of an
 * administrator in the audit log.
 */
export function correlate(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-correlation-id');
  request.correlationId = randomUUID();
  if (given && GIVEN.test(given)) request.externalCorrelationId = given;
  response.set('X-Correlation-Id', request.correlationId);
  next();
}

declare global {
  namespace Express {
    interface Request {
      correlationId: string;
      /** What the caller sent as `X-Correlation-Id`, where it has the form of one. */
      externalCorrelationId?: string;
    }
  }
}
