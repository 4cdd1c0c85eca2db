import type { AuthProvider } from 'react-admin';
import { get, json } from './http.ts';
import { bearer, forgetSession, leave, signedIn, whoAmI } from './session.ts';

/** The signed-in admin: each permission is granted alone (`yes`) or subject to approval. */
export interface Me {
  readonly adminId: number;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly permissions: Readonly<Record<string, 'yes' | 'second'>>;
}

let me: Promise<Me> | null = null;

/** Fetches the signed-in admin once per page load. */
export function getMe(): Promise<Me> {
  me ??= get<Me>('me').catch((error) => {
    me = null;
    throw error;
  });
  return me;
}

export const authProvider: AuthProvider = {
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
  getIdentity: () => Promise.resolve(whoAmI()),
  getPermissions: async () => (await getMe()).permissions,
};
