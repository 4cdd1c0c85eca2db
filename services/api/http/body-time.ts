import type { Request, RequestHandler, Response } from 'express';
import { hasBody } from './body.ts';
import { refusalOf } from './problem.ts';

/** Time in which a body of a call has to arrive. */
const BODY_MS = 60_000;
/** The same for files that people upload. */
export const FILE_MS = 15 * 60_000;

const timers = new WeakMap<Request, NodeJS.Timeout>();

/**
 * Cuts off a client that has not sent its whole body in time, with 408: a body that drips in keeps a connection and its
 * memory for as long as the sender likes. `allowBodyTime` gives a call more. `ms` is for tests.
 */
export const limitBodyTime =
  (ms = BODY_MS): RequestHandler =>
  (request, response, next) => {
    if (hasBody(request)) limit(request, response, ms);
    next();
  };

/** Gives the body of this call `ms` from now instead, or, with null, no limit (streams without end). */
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
  const { problem } = refusalOf({ status: 408 });
  // Node ends the connection behind this answer, and with it the body.
  response
    .status(408)
    .set({ Connection: 'close', 'Cache-Control': 'no-store' })
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}
