import { DomainError } from '@fynbos/domain/errors.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { HttpRefusal, refusalOf } from './problem.ts';

/** Answers unknown paths under `/api`. */
export const unknownCall: RequestHandler = (_request, _response, next) => {
  next(new DomainError('not-found', 'no-such-call', 'Not found.'));
};

/** Converts every error to problem+json. Logs errors that are not the caller's fault, without personal data. */
export const errorHandler =
  (logger: Logger): ErrorRequestHandler =>
  (error, request, response, next) => {
    const { problem, retryAfter } = refusalOf(error);
    // A deliberate refusal, as while saving is paused, has its line in the request log. An outage must not fill the disk.
    if (problem.status >= 500 && !(error instanceof HttpRefusal))
      logger.error({ err: error, correlationId: request.correlationId, status: problem.status }, 'call failed');
    if (response.headersSent) {
      // Part of the answer is already sent. Only a broken connection can show that it is incomplete.
      next(error);
      return;
    }
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    if (problem.status === 401) response.set('WWW-Authenticate', 'Bearer');
    for (const header of ['Content-Encoding', 'Content-Disposition']) response.removeHeader(header);
    response.set('Cache-Control', 'no-store');
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  };
