import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { loadAdmin } from '@fynbos/application/admins/first-admins.ts';
import { adminOf, type Caller, unauthenticated, VISITOR } from '@fynbos/application/caller.ts';
import { QUEUES } from '@fynbos/application/operations/queue-counts.ts';
import { adminIdOf } from '@fynbos/domain/admin/admin.ts';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { decoded } from '../http/address.ts';
import { authorise } from '../http/authorise.ts';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { inlineStylesWithBase } from '../server/security-headers.ts';

const PATH = '/admin/board';
const COOKIE = 'board';
const PURPOSE = 'queue board';
const SESSION_MS = 60 * 60_000;
const who = { admin: 'queues:see' } as const;

const cookieOf = (request: Request): string =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(request.get('cookie') ?? '')?.[1] ?? '';

/** Returns the owner of the cookie. Its session must be live, and its administrator must still have the permission. */
async function callerOf({ tokens, auth, log, now }: Services, request: Request): Promise<Caller> {
  const [sessionId, ends] = (tokens.open(PURPOSE, decoded(cookieOf(request))) ?? '').split(' ');
  if (!sessionId || Number(ends) < now().getTime()) return VISITOR;
  // The board refreshes itself every few seconds.
  const person = await auth.sessions.touch(sessionId, false);
  if (!person?.startsWith('admin-')) return VISITOR;
  const adminId = adminIdOf(person);
  const admin = await loadAdmin({ log }, adminId, { personal: false });
  return admin.status === 'enabled' ? { kind: 'admin', adminId, roles: admin.roles, sessionId } : VISITOR;
}

/** A cookie for the board's path only, since a page cannot send a bearer token. */
export const boardRoutes = tagged('Operations', [
  route.post('/admin/operations/board', {
    who,
    summary: 'Open the queue board for an hour',
    answer: z.object({ url: z.string() }),
    handle: async ({ caller }, { tokens, now, config }) => {
      const { sessionId } = adminOf(caller);
      const value = encodeURIComponent(tokens.sign(PURPOSE, `${sessionId} ${now().getTime() + SESSION_MS}`));
      const secure = config.production ? '; Secure' : '';
      const cookie = `${COOKIE}=${value}; Path=/api${PATH}; Max-Age=${SESSION_MS / 1000}; HttpOnly; SameSite=Strict${secure}`;
      return { body: { url: `/api${PATH}/` }, headers: { 'Set-Cookie': cookie } };
    },
  }),
]);

/** Read-only, behind the administrator's sign-in. It loads nothing from other hosts. */
export function boardRouter(services: Services): Router {
  const adapter = new ExpressAdapter();
  adapter.setBasePath(`/api${PATH}`);
  createBullBoard({
    queues: QUEUES.map((name) => new BullMQAdapter(services.queues.queue(name) as never, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Fynbos Rewards' } },
  });
  const router = Router();
  const guard = (request: Request, _response: Response, next: NextFunction) => {
    callerOf(services, request)
      .then((caller) => {
        if (caller.kind === 'visitor') throw unauthenticated();
        authorise(who, caller, undefined);
        next();
      })
      .catch(next);
  };
  // The policy blocks other hosts, so the page's link to a font host loads nothing.
  router.use(PATH, guard, inlineStylesWithBase, adapter.getRouter());
  return router;
}
