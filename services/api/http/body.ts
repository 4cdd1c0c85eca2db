import express, { type NextFunction, type Request, type Response } from 'express';
import { HttpRefusal } from './problem.ts';

/** Maximum JSON body of a call that does not stream. */
export const BODY_LIMIT = '100kb';

const parse = express.json({ limit: BODY_LIMIT, strict: true, type: 'application/json' });
/** Whether a request has a body. */
export const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Parses JSON bodies: 400 for invalid JSON, 413 if too large, 415 for another content type. A call without a body has
 * `{}`.
 */
export function jsonBody(request: Request, response: Response, next: NextFunction): void {
  if (!hasBody(request)) {
    request.body = {};
    next();
    return;
  }
  if (!request.is('application/json')) {
    next(new HttpRefusal(415, 'content-type', 'Send the body as application/json.'));
    return;
  }
  parse(request, response, next);
}
