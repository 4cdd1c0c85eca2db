import { DomainError } from '@fynbos/domain/errors.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { refusalOf } from './problem.ts';

/** What no route answers under `/api`. */
export const unknownCall: RequestHandler = (_request, _response, next) => {
  next(new DomainError('not-found', 'no-such-call', 'There is no such call.'));
};

/** Turns whatever was thrown into problem+json; logs what is not the caller's doing, without anybody's data. */
export const errorHandler =
  (logger: Logger): ErrorRequestHandler =>
  (error, request, response, next) => {
    const { problem, retryAfter } = refusalOf(error);
    if (problem.status >= 500)
      logger.error({ err: error, correlationId: request.correlationId, status: problem.status }, 'call failed');
    if (response.headersSent) {
      // Part of the answer is out already: only breaking the connection can still say that it is not whole.
      next(error);
      return;
    }
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    if (problem.status === 401) response.set('WWW-Authenticate', 'Bearer');
    for (const header of ['Content-Encoding', 'Content-Disposition']) response.removeHeader(header);
    response.set('Cache-Control', 'no-store');
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  };
