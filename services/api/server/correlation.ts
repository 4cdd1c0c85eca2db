import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const GIVEN = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Generates an id for each call. Its events, logs and jobs have this id, and the answer returns it in
 * `X-Correlation-Id`. The caller's own id is stored only in the log, as a separate field. If it were used as the
 * correlation id, a stranger could group a call with an administrator's calls in the audit log.
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
      /** The caller's `X-Correlation-Id`, if its format is valid. */
      externalCorrelationId?: string;
    }
  }
}
