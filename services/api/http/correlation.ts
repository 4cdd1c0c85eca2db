import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const GIVEN = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives each call an id that its events, logs and jobs carry; one that a proxy gave in `X-Correlation-Id` is kept. */
export function correlate(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-correlation-id');
  request.correlationId = given && GIVEN.test(given) ? given : randomUUID();
  response.set('X-Correlation-Id', request.correlationId);
  next();
}

declare global {
  namespace Express {
    interface Request {
      correlationId: string;
    }
  }
}
