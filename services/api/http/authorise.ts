import {
  adminOf,
  agentOf,
  assertOneself,
  type Caller,
  forbidden,
  unauthenticated,
} from '@fynbos/application/caller.ts';
import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';

/**
 * Who may make a call. `agent`: about themselves; `self`: the agent with the id in the path; `admin`: with the
 * permission, directly or with an approval, and with `agents` any agent too; `integrator`: by API key, which the route
 * checks itself.
 */
export type Who =
  | 'anyone'
  | 'signed-in'
  | 'administrator'
  | 'agent'
  | 'self'
  | 'integrator'
  | { readonly admin: Permission; readonly agents?: true };

/** Allows the call or throws 401 or 403 (X1). This is the only place that compares roles. `id`: the id in the path. */
export function authorise(who: Who, caller: Caller, id: string | undefined, signInFirst?: string): void {
  if (who === 'anyone' || who === 'integrator') return;
  if (caller.kind === 'visitor') throw unauthenticated(signInFirst);
  if (who === 'signed-in') return;
  if (who === 'administrator') {
    adminOf(caller);
    return;
  }
  if (who === 'agent') {
    agentOf(caller);
    return;
  }
  if (who === 'self') {
    assertOneself(caller, id);
    return;
  }
  if (who.agents && caller.kind === 'agent') return;
  if (grantOf(adminOf(caller).roles, who.admin) === null) throw forbidden();
}
