import { actorOf, type Caller } from '@fynbos/application/caller.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import { type Request, type Response, Router } from 'express';
import { authorise } from './authorise.ts';
import { allowBodyTime, FILE_MS, readJsonBody } from './body.ts';
import { assertCompleteFigures } from './complete-figures.ts';
import { momentOf } from './demo-clock.ts';
import { READ_AFTER, reasonOf, STALE } from './headers.ts';
import { rateLimitKey } from './origin.ts';
import { HttpRefusal, refusalOf, sendProblem } from './problem.ts';
import type { Call, Route } from './route.ts';
import { assertSavingWorks } from './saving-paused.ts';
import { send } from './send.ts';
import type { Services } from './services.ts';
import { validate } from './validate.ts';

/** Identifies the caller from the Authorization header. Throws 401 for an expired or forged token if `strict`. */
export type Recognise = (request: Request, strict: boolean) => Promise<Caller>;

/** Converts `{id}` of a path to Express syntax. */
const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Waits as `X-Read-After` requests. Sets `X-Stale: true` if the wait times out. */
export async function waitForReadModels(
  services: Services,
  reads: readonly string[],
  request: Request,
  response: Response,
): Promise<void> {
  const position = request.get(READ_AFTER);
  if (!position || reads.length === 0) return;
  if (!(await services.readAfter.waitFor(position, reads))) response.set(STALE, 'true');
}

/** Whether a path parameter can be an id: no control characters, no lone surrogates, at most 200 characters. */
const isName = (param: string): boolean => param.length <= 200 && !/\p{Cc}|\p{Cs}/u.test(param);

/** `"7"` or `7`; null if it was not sent. Throws 400 for anything else, and 428. */
function versionOf(request: Request, { ifMatch }: Route): number | null {
  const header = ifMatch && request.get('if-match');
  if (header === undefined) {
    if (ifMatch !== 'required') return null;
    throw new HttpRefusal(428, 'if-match', 'Send the version of the record that you saw as If-Match.');
  }
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw new HttpRefusal(400, 'if-match', 'If-Match must be the version of the record.');
  return Number(version);
}

/** The part of the context of a call's commands that is known before the call is checked: actor and origin. */
type Origin = Pick<CommandContext, 'actor' | 'correlationId' | 'from'>;

/** Authorises and reads a call, and waits for its read models. */
async function callOf(
  services: Services,
  route: Route,
  { request, response, caller }: Pick<Call, 'request' | 'response' | 'caller'>,
  origin: Origin,
): Promise<Call> {
  const params = request.params as Record<string, string>;
  authorise(route.who, caller, params.id, route.signInFirst);
  if (route.method !== 'get' && !route.appendsNothing) assertSavingWorks(services);
  if (Object.values(params).some((param) => !isName(param)))
    throw new DomainError('not-found', 'nothing-there', 'Not found.');
  if (route.raw) allowBodyTime(request, response, FILE_MS);
  else await readJsonBody(request, response);
  const query = route.query ? validate(route.query, request.query) : request.query;
  const body = route.body ? validate(route.body, request.body, route.invalid) : request.body;
  const version = versionOf(request, route);
  await assertCompleteFigures(services, route, request, response);
  await waitForReadModels(services, route.reads ?? [], request, response);
  const reason = reasonOf(request, caller);
  const context = { ...origin, ...momentOf(request, services), ...(reason ? { reason } : {}) };
  const address = rateLimitKey(origin.from ?? '');
  return { body, query, params, caller, context, version, address, request, response };
}

/** Answers one route. Records the refused attempts of administrators. */
const handlerOf = (services: Services, recognise: Recognise, route: Route) => {
  return async (request: Request, response: Response): Promise<void> => {
    // Read now: an aborted request has no address later.
    const from = request.ip;
    const caller = await recognise(request, route.who !== 'anyone' || route.rejectsInvalidToken === true);
    const origin = { actor: actorOf(caller), correlationId: request.correlationId, ...(from ? { from } : {}) };
    let call: Call | undefined;
    try {
      call = await callOf(services, route, { request, response, caller }, origin);
      const answer = await route.handle(call, services);
      if (answer) await send(request, response, answer, route.status ?? 200);
    } catch (error) {
      if (caller.kind === 'admin') {
        const { adminId } = caller;
        const params = request.params as Record<string, string>;
        await services.refused.record({ route, adminId, params, context: { ...origin, now: services.now() }, error });
      }
      if (!call || !route.current || !isDomainError(error) || error.kind !== 'stale') throw error;
      // The page shows the current record next to the user's input.
      sendProblem(response, refusalOf(error).problem, { current: await route.current(call, services) });
    }
  };
};

/** Each call: recognise, authorise, read and check, wait, handle, answer. */
export function mount(services: Services, recognise: Recognise, routes: readonly Route[]): Router {
  const router = Router({ caseSensitive: false, strict: false });
  for (const route of routes) {
    if (route.who === 'integrator') continue;
    const handler = handlerOf(services, recognise, route);
    for (const path of route.paths) router[route.method](expressPath(path), handler);
  }
  return router;
}
