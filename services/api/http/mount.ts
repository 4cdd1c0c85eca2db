import { actorOf, type Caller } from '@fynbos/application/caller.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { authorise } from './authorise.ts';
import { allowBodyTime, FILE_MS, jsonBody } from './body.ts';
import { assertCompleteFigures } from './complete-figures.ts';
import { momentOf } from './demo-clock.ts';
import { rateLimitKey } from './origin.ts';
import type { Call, Route } from './route.ts';
import { assertSavingWorks } from './saving-paused.ts';
import { send } from './send.ts';
import type { Services } from './services.ts';
import { validate } from './validate.ts';

/** Identifies the caller from the Authorization header. Throws 401 for an expired or forged token if `strict`. */
export type Recognise = (request: Request, strict: boolean) => Promise<Caller>;

/** Header of calls that a page makes on its own, without user activity. They do not extend the session's hour. */
export const UNATTENDED = 'X-Unattended';

/** Header with an administrator's reason for a change, percent-encoded. It is recorded with the events. */
export const REASON = 'X-Reason';
/** Characters. */
export const LONGEST_REASON = 500;

/** Returns the reason that the header gives; throws 422 for one that is malformed or too long. */
function reasonOf(request: Request, caller: Caller): string | undefined {
  const given = request.get(REASON);
  if (!given || caller.kind !== 'admin') return undefined;
  const refused = () =>
    new DomainError('invalid', 'reason.malformed', `A reason has at most ${LONGEST_REASON} characters.`);
  try {
    const reason = decodeURIComponent(given).trim();
    if (reason.length > LONGEST_REASON || /[^\P{Cc}\n]/u.test(reason)) throw refused();
    return reason || undefined;
  } catch {
    throw refused();
  }
}

/** Converts `{id}` of a path to Express syntax. */
const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Waits until the read models contain the caller's writes (`X-Read-After`). Sets `X-Stale: true` if the wait times out.
 */
export async function waitForReadModels(
  services: Services,
  reads: readonly string[],
  request: Request,
  response: Response,
): Promise<void> {
  const position = request.get('x-read-after');
  if (!position || reads.length === 0) return;
  if (!(await services.readAfter.waitFor(position, reads))) response.set('X-Stale', 'true');
}

/** Returns the context of a call's commands: actor, time and origin. */
function contextOf(services: Services, request: Request, caller: Caller, from: string | undefined): CommandContext {
  return {
    actor: actorOf(caller),
    ...momentOf(request, services),
    correlationId: request.correlationId,
    ...(from ? { from } : {}),
  };
}

/** Returns the context for recording a refused call, even if the call's own clock was refused. */
function refusedContext(
  services: Services,
  request: Request,
  caller: Caller,
  from: string | undefined,
): CommandContext {
  try {
    return contextOf(services, request, caller, from);
  } catch {
    const { correlationId } = request;
    return { actor: actorOf(caller), now: services.now(), correlationId, ...(from ? { from } : {}) };
  }
}

/** Whether a path parameter can be an id: no control characters, no lone surrogates, at most 200 characters. */
const isName = (param: string): boolean => param.length <= 200 && !/\p{Cc}|\p{Cs}/u.test(param);
const notFound = () => new DomainError('not-found', 'nothing-there', 'Not found.');

/** As `handle`, and records the refused attempts of administrators. */
const handlerOf = (services: Services, recognise: Recognise, route: Route) => {
  const handle = handleCall(services, route);
  return async (request: Request, response: Response): Promise<void> => {
    // Read now: an aborted request has no address later.
    const from = request.ip;
    const caller = await recognise(request, route.who !== 'anyone');
    const recordRefusal = async (error: unknown): Promise<void> => {
      if (caller.kind !== 'admin') return;
      const params = request.params as Record<string, string>;
      await services.refused.record({
        route,
        adminId: caller.adminId,
        params,
        context: refusedContext(services, request, caller, from),
        error,
      });
    };
    try {
      await handle(request, response, caller, from);
    } catch (error) {
      await recordRefusal(error);
      throw error;
    }
    // The call answered 412 itself, with the current record.
    if (response.statusCode === 412) await recordRefusal(new DomainError('stale', 'stale', ''));
  };
};

const handleCall = (services: Services, route: Route) => {
  return async (request: Request, response: Response, caller: Caller, from: string | undefined): Promise<void> => {
    const params = request.params as Record<string, string>;
    authorise(route.who, caller, params.id, route.signInFirst);
    if (route.method !== 'get' && !route.appendsNothing) assertSavingWorks(services);
    if (Object.values(params).some((param) => !isName(param))) throw notFound();
    if (route.raw) allowBodyTime(request, response, FILE_MS);
    else await parsed(request, response);
    const query = route.query ? validate(route.query, request.query) : request.query;
    const body = route.body ? validate(route.body, request.body, route.invalid) : request.body;
    await assertCompleteFigures(services, route, request, response);
    await waitForReadModels(services, route.reads ?? [], request, response);
    const reason = reasonOf(request, caller);
    const context = { ...contextOf(services, request, caller, from), ...(reason ? { reason } : {}) };
    const call: Call = {
      body,
      query,
      params,
      caller,
      context,
      address: rateLimitKey(from ?? ''),
      request,
      response,
    };
    const answer = await route.handle(call, services);
    if (answer) await send(request, response, answer, route.status ?? 200);
  };
};

/** Parses a JSON body. It runs after the caller was recognised, so that strangers cannot make the server parse. */
const parsed = (request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    jsonBody(request, response, ((error?: unknown) => (error ? reject(error) : resolve())) as NextFunction);
  });

/**
 * Mounts all routes as one router. Each call runs in this order: recognise, authorise, read and check, wait, handle,
 * answer.
 */
export function mount(services: Services, recognise: Recognise, routes: readonly Route[]): Router {
  const router = Router({ caseSensitive: false, strict: false });
  for (const route of routes) {
    if (route.who === 'integrator') continue;
    const handler = handlerOf(services, recognise, route);
    for (const path of route.paths) router[route.method](expressPath(path), handler);
  }
  return router;
}
