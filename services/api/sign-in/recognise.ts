import { type Caller, unauthenticated, VISITOR } from '@fynbos/application/caller.ts';
import { load } from '@fynbos/application/handle.ts';
import { readToken } from '@fynbos/application/sign-in/tokens.ts';
import { adminDecider } from '@fynbos/domain/admin/admin.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { type AdminRow, admins } from '@fynbos/projections/admins/admins.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type { Request } from 'express';
import type { Recognise } from '../http/mount.ts';
import type { Services } from '../http/services.ts';

/** The message for an expired or forged token. */
const SESSION_OVER = 'Your session has ended. Sign in again.';

/** Header of calls that a page makes on its own, without user activity. They do not extend the session's hour. */
export const UNATTENDED = 'X-Unattended';

const bearerOf = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? null;

/**
 * Identifies the caller. The token must be ours and its session live. While the event store answers, each call reads an
 * administrator's permissions from the events, so that a revoked permission ends at once. An invalid token gives a 401
 * where sign-in is required; elsewhere the caller is a visitor.
 */
export const recogniser =
  (services: Services): Recognise =>
  async (request, strict) => {
    const token = bearerOf(request);
    if (token === null) return VISITOR;
    const caller = await callerOf(services, token, request.get(UNATTENDED) === undefined);
    if (caller) return caller;
    if (strict) throw unauthenticated(SESSION_OVER);
    return VISITOR;
  };

async function callerOf(services: Services, token: string, attended: boolean): Promise<Caller | null> {
  const claims = readToken(token, services.config.jwtSecret, services.now());
  if (!claims) return null;
  const person = await services.auth.sessions.touch(claims.sid, attended);
  if (person === null || person !== claims.sub) return null;
  const [kind, id] = person.split('-') as [string, string];
  if (kind === 'agent') return { kind: 'agent', agentId: Number(id), sessionId: claims.sid };
  const state = await adminNow(services, person);
  return state?.status === 'enabled'
    ? { kind: 'admin', adminId: Number(id), roles: state.roles, sessionId: claims.sid }
    : null;
}

/**
 * Returns an administrator's status and roles: from the events, or from the read model while the event store is
 * unavailable. No administrator can be disabled during the outage, and a change of permissions ends the person's
 * sessions in Postgres (docs/decisions/0044).
 */
async function adminNow(
  { log, pool }: Services,
  person: string,
): Promise<Pick<AdminRow, 'status' | 'roles'> | undefined> {
  try {
    return (await load(log, adminDecider, person, { personal: false })).state;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const { rows } = await pool.query<AdminRow>(
      `select status, roles from ${readModelTable(admins).sql} where id = $1`,
      [Number(person.slice('admin-'.length))],
    );
    return rows[0];
  }
}
