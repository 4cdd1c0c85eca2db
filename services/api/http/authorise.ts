import {
  adminOf,
  agentOf,
  type Caller,
  forbidden,
  mustBeOneself,
  unauthenticated,
} from '@fynbos/application/caller.ts';
import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';

/**
 * Who may make a call. `anyone`; `signed-in`: agent or administrator; `agent`: any agent, about oneself; `self`: the agent
 * whose id stands in the path; otherwise an administrator who holds the permission, alone or with a second person;
 * `integrator`: by API key, which the route checks itself.
 */
export type Who = 'anyone' | 'signed-in' | 'agent' | 'self' | 'integrator' | { readonly admin: Permission };

/** Lets the call pass or throws 401 or 403. The one place where roles are compared; `id` is the path's. */
export function authorise(who: Who, caller: Caller, id: string | undefined, signInFirst?: string): void {
  if (who === 'anyone' || who === 'integrator') return;
  if (caller.kind === 'visitor') throw unauthenticated(signInFirst);
  if (who === 'signed-in') return;
  if (who === 'agent') {
    agentOf(caller);
    return;
  }
  if (who === 'self') {
    mustBeOneself(caller, id);
    return;
  }
  if (grantOf(adminOf(caller).roles, who.admin) === null) throw forbidden();
}
