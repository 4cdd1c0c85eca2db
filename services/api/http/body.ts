import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { HttpRefusal, refusalOf, sendProblem } from './problem.ts';

/** Maximum JSON body of a call that does not stream. */
const BODY_LIMIT = '100kb';

/** Throws 400 for bytes that are not UTF-8. Decoding would replace them, and different bodies would become equal. */
export function assertUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new HttpRefusal(400, 'not-json', 'The body is not JSON: it is not UTF-8.');
}

const parse = promisify(
  express.json({
    limit: BODY_LIMIT,
    // `null`, numbers and texts are JSON: the schema of the call refuses them with 422.
    strict: false,
    type: 'application/json',
    verify: (_request, _response, bytes, encoding) => {
      if (encoding === 'utf-8') assertUtf8(bytes);
    },
  }),
);

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Throws 400 (invalid), 413 (too large), 415 (content type). A call without a body has `{}`. */
export async function readJsonBody(request: Request, response: Response): Promise<void> {
  if (!hasBody(request)) request.body = {};
  else if (request.is('application/json')) await parse(request, response);
  else throw new HttpRefusal(415, 'content-type', 'Send the body as application/json.');
}

/** Timeout for a request body, in milliseconds. */
const BODY_MS = 60_000;
/** Timeout for uploaded files, in milliseconds. */
export const FILE_MS = 15 * 60_000;

const timers = new WeakMap<Request, NodeJS.Timeout>();

/**
 * Limits the time for a request body and answers 408 after it: a slow body would hold a connection and its memory.
 * `allowBodyTime` extends it. `ms`: for tests.
 */
export const limitBodyTime =
  (ms = BODY_MS): RequestHandler =>
  (request, response, next) => {
    if (hasBody(request)) limit(request, response, ms);
    next();
  };

/** Sets the body timeout of this call to `ms` from now, or removes it with null (endless streams). */
export function allowBodyTime(request: Request, response: Response, ms: number | null): void {
  clearTimeout(timers.get(request));
  if (ms !== null && !request.complete) limit(request, response, ms);
}

function limit(request: Request, response: Response, ms: number): void {
  const timer = setTimeout(() => cutOff(request, response), ms);
  timers.set(request, timer);
  request.once('close', () => clearTimeout(timers.get(request)));
}

function cutOff(request: Request, response: Response): void {
  if (request.complete) return;
  if (response.headersSent) {
    request.destroy();
    return;
  }
  // Node closes the connection after this answer, which also ends the body.
  sendProblem(response.set('Connection', 'close'), refusalOf({ status: 408 }).problem);
}

/** Time in milliseconds for a client to read the end of an answer, before the connection is cut. */
const CLOSE_GRACE_MS = 2_000;

/**
 * Ends a connection after `last`. Closing a socket with unread data resets it, and the client would never see the
 * answer: it gets two seconds to close.
 */
export function closeAfterAnswer(socket: Socket, last = ''): void {
  socket.end(last);
  const timer = setTimeout(() => socket.destroy(), CLOSE_GRACE_MS);
  socket.once('close', () => clearTimeout(timer));
}
