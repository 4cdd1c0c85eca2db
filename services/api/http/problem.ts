import { STATUS_CODES } from 'node:http';
import { RateLimitExceeded } from '@fynbos/application/auth/limits.ts';
import { DomainError, type FieldError, isDomainError, type RefusalKind } from '@fynbos/domain/errors.ts';
import { WrongLog } from '@fynbos/event-store/log-gate.ts';
import { StoreUnavailable, WrongExpectedRevision } from '@fynbos/event-store/port.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { isUnavailable } from '@fynbos/platform/postgres.ts';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { z } from 'zod';

/** A refused call as `application/problem+json`. `message`: the text for the page. */
export const problemShape = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type Problem = z.output<typeof problemShape>;

/** A refusal with the seconds after which to retry. */
interface Refusal {
  readonly problem: Problem;
  readonly retryAfter: number | undefined;
}

const STATUS_OF: Readonly<Record<RefusalKind, number>> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
};

/** A refusal by the HTTP layer, for statuses that no business rule has (400, 413, 415, 428, 503). */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Seconds after which to retry, where a retry helps. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

const refused = (
  status: number,
  code: string,
  message: string,
  { errors = [], retryAfter }: { errors?: readonly FieldError[]; retryAfter?: number | undefined } = {},
): Refusal => ({
  problem: {
    type: `urn:fynbos:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    message,
    errors: [...errors],
  },
  retryAfter,
});

/** Messages for refusals by body-parser, the router and Node. Their own messages would quote the request. */
const PARSER_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  415: 'This content type or encoding is not supported.',
  431: 'The headers of the request are too large.',
};

/** Postgres could not read a number or UUID. Bodies are validated before, so the text was an id in the path. */
export const isMalformedId = (error: unknown): boolean =>
  ['22003', '22P02'].includes(String((error as { code?: unknown } | null)?.code));

/** Postgres rejects a text or a date: invalid characters, or an instant outside its calendar. */
const isUnreadable = (error: unknown): boolean =>
  ['22007', '22008', '22021', '22P05'].includes(String((error as { code?: unknown } | null)?.code));

const REDIS_UNAVAILABLE =
  /^(Connection is closed|Stream isn't writeable|Reached the max retries per request limit|Command timed out)/;

/** Error codes of a disk that currently accepts no writes. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Postgres has no such column: a read model still has the table of the previous release, until workers replace it. */
const UNDEFINED_COLUMN = '42703';

/** A dependency is unreachable, full or of another release: the call may succeed later. */
export function isTemporary(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  if (DISK_FULL.has(code) || code === UNDEFINED_COLUMN) return true;
  if (error instanceof StoreUnavailable || error instanceof WrongExpectedRevision || isUnavailable(error)) return true;
  return (
    error instanceof Error && (error.name === 'MaxRetriesPerRequestError' || REDIS_UNAVAILABLE.test(error.message))
  );
}

/** An error that is neither the client's nor an outage becomes a 500 without its cause; the calling code logs it. */
export function refusalOf(error: unknown): Refusal {
  if (isDomainError(error)) {
    const { kind, code, message, errors } = error;
    return refused(STATUS_OF[kind], code, message, { errors });
  }
  if (error instanceof RateLimitExceeded) return refused(429, 'too-many', error.message, error);
  if (error instanceof HttpRefusal) return refused(error.status, error.code, error.message, error);
  if (error instanceof WrongLog)
    return refused(
      503,
      'event-log',
      'Nothing can be saved at the moment. The operators have been alerted. Try again later.',
      { retryAfter: 30 },
    );
  if (isTemporary(error)) {
    const message =
      error instanceof StoreUnavailable
        ? 'The system cannot be reached right now. Try again in a moment.'
        : 'The service is not available now. Try again in a moment.';
    return refused(503, 'unavailable', message, { retryAfter: 2 });
  }
  if (isMalformedId(error)) return refused(404, 'nothing-there', 'Not found.');
  if (isUnreadable(error)) return refused(400, 'unreadable', PARSER_MESSAGES[400] as string);
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return refused(status, 'unreadable', PARSER_MESSAGES[status] ?? 'The request was refused.');
  return refused(500, 'unexpected', 'An unexpected error occurred!');
}

export const sendProblem = (response: Response, problem: Problem, more: object = {}): void => {
  response
    .status(problem.status)
    .set('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify({ ...problem, ...more }));
};

export const unknownCall: RequestHandler = (_request, _response, next) => {
  next(new DomainError('not-found', 'no-such-call', 'Not found.'));
};

/** Converts every error to problem+json. Logs errors that are not the caller's fault, without personal data. */
export const errorHandler =
  (logger: Logger): ErrorRequestHandler =>
  (error, request, response, next) => {
    const { problem, retryAfter } = refusalOf(error);
    // Refusals while saving is paused are in the request log. An outage must not fill the disk.
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
    sendProblem(response, problem);
  };
