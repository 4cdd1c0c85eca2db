import type { Me } from '@fynbos/api/admins/answers.ts';

import type { AuthProvider } from 'react-admin';
import { get, json } from './http.ts';
import { bearer, currentAdmin, forgetSession, leave, signedIn } from './session.ts';

let me: Promise<Me> | null = null;

/** Fetches the signed-in admin once per page load. */
export function getMe(): Promise<Me> {
  me ??= get('me').catch((error) => {
    me = null;
    throw error;
  });
  return me;
}

/** Creates the auth provider. `permissionFor` returns the permission that a resource's page requires. */
export const authProviderFor = (permissionFor: (path: string) => string | undefined): AuthProvider => ({
  login: () => leave(),
  checkAuth: () => (signedIn() === 'admin' ? Promise.resolve() : leave()),
  /** `request` handles an ended session where it occurs. A 403 is a regular response and does not end the session. */
  checkError: () => Promise.resolve(),
  /** Clears the session in the browser at once and notifies the server without waiting for it. */
  logout() {
    if (bearer()) json('/api/auth/logout', { method: 'POST', keepalive: true }).catch(() => undefined);
    forgetSession();
    return leave('signed-out');
  },
  getIdentity: () => Promise.resolve(currentAdmin()),
  getPermissions: async () => (await getMe()).permissions,
  /** The server checks every call; this only decides what is shown. A resource without a page of its own is shown. */
  canAccess: async ({ resource }) => {
    const permission = permissionFor(`/${resource}`);
    return permission === undefined || (await getMe()).permissions[permission] !== undefined;
  },
});
