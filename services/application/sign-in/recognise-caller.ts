import type { AdminState } from '@fynbos/domain/admin/admin.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { AdminRow } from '@fynbos/projections/admins/admins.ts';
import { adminById } from '@fynbos/projections/admins/queries.ts';
import { loadAdmin } from '../admins/first-admins.ts';
import type { WithAuth } from '../auth/auth.ts';
import { readToken } from '../auth/tokens.ts';
import type { Caller } from '../caller.ts';
import type { Application } from '../services.ts';

type CallerServices = Pick<Application, 'log' | 'db' | 'config' | 'now'> & WithAuth;

/**
 * Null unless the token is ours and its session live. Permissions of an administrator are read from the events on each
 * call, so that a revoked one ends at once. `attended`: false for an automatic call, which does not extend the session.
 */
export async function recogniseCaller(
  services: CallerServices,
  token: string,
  attended: boolean,
): Promise<Caller | null> {
  const claims = readToken(token, services.config.jwtSecret, services.now());
  if (!claims) return null;
  const person = await services.auth.sessions.touch(claims.sid, attended);
  if (person === null || person !== claims.sub) return null;
  const [kind, text] = person.split('-') as [string, string];
  const id = Number(text);
  if (kind === 'agent') return { kind: 'agent', agentId: id, sessionId: claims.sid };
  const admin = await currentAdmin(services, id);
  return admin?.status === 'enabled' ? { kind: 'admin', adminId: id, roles: admin.roles, sessionId: claims.sid } : null;
}

/**
 * Read from the events, or from the read model while the event store is unavailable: no administrator can be disabled
 * then, and a change of permissions ends the sessions in Postgres (docs/decisions/0044).
 */
async function currentAdmin(
  { log, db }: CallerServices,
  adminId: number,
): Promise<AdminState | Pick<AdminRow, 'status' | 'roles'> | null | undefined> {
  try {
    return await loadAdmin({ log }, adminId, { personal: false });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return adminById(db, adminId);
  }
}
